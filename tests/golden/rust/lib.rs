//! Teh crate does alot.

/// Returns teh value of [`Teh`].
///
/// ```
/// let teh = 1;
/// ```
fn teh() -> &'static str { "// teh" } // teh trailing one
/* Teh /* nested */ comment. */
=====[ read ]=====
Teh crate does alot.
Returns teh value of ⟦[⟧⟦Teh⟧⟦]⟧.
teh trailing one
Teh /⟦*⟧ nested ⟦*⟧/ comment.
=====[ corrected ]=====
//! The crate does a lot.

/// Returns the value of [`Teh`].
///
/// ```
/// let teh = 1;
/// ```
fn teh() -> &'static str { "// teh" } // the trailing one
/* The /* nested */ comment. */
