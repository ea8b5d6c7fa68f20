// Foo does teh work:
//
//	x, err := foo.Bar(teh)
//	print the teh
//
// And teh rest.
package foo
=====[ read ]=====
Foo does teh work:
And teh rest.
=====[ corrected ]=====
// Foo does the work:
//
//	x, err := foo.Bar(teh)
//	print the teh
//
// And the rest.
package foo
