// Teh view.
export const Teh = () => <b title="teh">teh {/* teh remark */}</b>;
=====[ read ]=====
Teh view.
teh remark
=====[ corrected ]=====
// The view.
export const Teh = () => <b title="teh">teh {/* the remark */}</b>;
