// Foo does teh work.
// 	print the teh
// And teh rest.
package foo
=====[ read ]=====
Foo does teh work.
And teh rest.
=====[ corrected ]=====
// Foo does the work.
// 	print the teh
// And the rest.
package foo
