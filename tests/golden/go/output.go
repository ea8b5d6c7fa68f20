package foo

// Foo does teh work:
//
//  Teh code is the one that was here.
//  teh end
//
// Then teh rest:
//  - teh item
//  - teh other
//
//Teh end:
//
// Teh last.
func ExampleFoo() {
	// Print teh greeting.
	fmt.Println("Teh best.")
	fmt.Println("teh end")
	// Output: Teh best.
	// teh end
}

func ExampleBar() {
	fmt.Println("Teh best.")

	// Unordered output:
	// Teh best.
}
=====[ read ]=====
Foo does teh work:
Then teh rest:
teh item
teh other
Teh end:
Teh last.
Print teh greeting.
=====[ corrected ]=====
package foo

// Foo does the work:
//
//  Teh code is the one that was here.
//  teh end
//
// Then the rest:
//  - the item
//  - the other
//
//The end:
//
// The last.
func ExampleFoo() {
	// Print the greeting.
	fmt.Println("Teh best.")
	fmt.Println("teh end")
	// Output: Teh best.
	// teh end
}

func ExampleBar() {
	fmt.Println("Teh best.")

	// Unordered output:
	// Teh best.
}
