// Package teh does teh work
// and and more.
package teh

//go:build teh

/*
Teh block comment.
*/
func teh() string { return `// teh` }
=====[ read ]=====
Package teh does teh work and and more.
Teh block comment.
=====[ corrected ]=====
// Package the does the work
// and more.
package teh

//go:build teh

/*
The block comment.
*/
func teh() string { return `// teh` }
