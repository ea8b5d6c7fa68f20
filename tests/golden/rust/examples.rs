/// Returns teh value.
///
///     let she go = teh
///
/// And teh rest.
fn teh() {}
=====[ read ]=====
Returns teh value.
And teh rest.
=====[ corrected ]=====
/// Returns the value.
///
///     let she go = teh
///
/// And the rest.
fn teh() {}
