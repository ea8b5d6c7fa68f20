/**
 * Reads teh file.
 * <pre>
 * teh code here
 * </pre>
 * Writes teh file, {@code teh} included.
 */
class A {}
=====[ read ]=====
Reads teh file.
Writes teh file, ⟦{@code teh}⟧ included.
=====[ corrected ]=====
/**
 * Reads the file.
 * <pre>
 * teh code here
 * </pre>
 * Writes the file, {@code teh} included.
 */
class A {}
