/**
 * @module teh-recieve/teh
 */

/**
 * @name teh
 * @event teh Teh event occurs.
 * @memberof module:teh
 * @type {teh}
 * @default teh alot
 * @see Teh
 * @since teh
 * @author Teh Name
 * @file Teh file is here.
 */
=====[ read ]=====
Teh event occurs.
Teh file is here.
=====[ corrected ]=====
/**
 * @module teh-recieve/teh
 */

/**
 * @name teh
 * @event teh The event occurs.
 * @memberof module:teh
 * @type {teh}
 * @default teh alot
 * @see Teh
 * @since teh
 * @author Teh Name
 * @file The file is here.
 */
