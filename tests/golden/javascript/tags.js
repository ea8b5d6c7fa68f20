/**
 * Adds teh numbers.
 * ```js
 * const teh = await add(1)
 * ```
 * And goes on after teh code.
 * @example
 * await run(teh, 2)
 * await teh now
 * @throws {TypeError} If teh value is not a string.
 * @param {string} [name="Teh Doe"] - Teh name.
 * @returns teh sum
 */

// It reads teh value of the
// global variable, which is the the best.

/* global teh, alot */
=====[ read ]=====
Adds teh numbers.
And goes on after teh code.
If teh value is not a string.
Teh name.
teh sum
It reads teh value of the global variable, which is the the best.
=====[ corrected ]=====
/**
 * Adds the numbers.
 * ```js
 * const teh = await add(1)
 * ```
 * And goes on after the code.
 * @example
 * await run(teh, 2)
 * await teh now
 * @throws {TypeError} If the value is not a string.
 * @param {string} [name="Teh Doe"] - The name.
 * @returns the sum
 */

// It reads the value of the
// global variable, which is the best.

/* global teh, alot */
