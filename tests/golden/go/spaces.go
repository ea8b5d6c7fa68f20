// Foo does teh work.
//
//    for i in teh list do
//      teh thing
//
//    teh end
//
// Then teh rest:
//    - teh item
//      goes on
//
//      and teh more
//
// It says:
//     teh example
// And teh end.
package foo
=====[ read ]=====
Foo does teh work.
Then teh rest:
teh item goes on
and teh more
It says:
And teh end.
=====[ corrected ]=====
// Foo does the work.
//
//    for i in teh list do
//      teh thing
//
//    teh end
//
// Then the rest:
//    - the item
//      goes on
//
//      and the more
//
// It says:
//     teh example
// And the end.
package foo
