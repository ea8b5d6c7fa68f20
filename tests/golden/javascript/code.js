// @ts-check teh
/**
 * Adds teh number, and and
 * <b>teh</b> other.
 *
 * @param {teh} teh - teh first one
 * @returns {number} Teh sum of `teh`.
 */
function teh() { return "// teh" + `teh /* teh */`; } // teh trailing one
/* Teh line. */
// let teh = 1;
// Teh first line
// and teh second.
=====[ read ]=====
Adds teh number, and and teh other.
teh first one
Teh sum of ⟦teh⟧.
teh trailing one
Teh line.
Teh first line and teh second.
=====[ corrected ]=====
// @ts-check teh
/**
 * Adds the number, and
 * <b>the</b> other.
 *
 * @param {teh} teh - the first one
 * @returns {number} The sum of `teh`.
 */
function teh() { return "// teh" + `teh /* teh */`; } // the trailing one
/* The line. */
// let teh = 1;
// The first line
// and the second.
