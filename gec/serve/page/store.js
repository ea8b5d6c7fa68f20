// What the browser keeps: for this tab, over a reload, or for good. Where it is told to keep nothing, nothing is kept
// and the page works all the same.

const store = (name) => ({
  get(key) {
    try {
      return globalThis[name].getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      globalThis[name].setItem(key, value);
    } catch {
      // blocked, or full
    }
  },
});

export const tab = store("sessionStorage"), browser = store("localStorage");
