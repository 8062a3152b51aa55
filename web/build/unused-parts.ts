/** Stands in for the parts of Firebase that leave-out.ts leaves out. Nothing here is ever called. */
function unused(): never {
  throw new Error('This part of Firebase is left out of the build, see build/leave-out.ts.');
}

export const RE2JS = { compile: unused };

export {
  unused as ensureInitialized,
  unused as get,
  unused as getAll,
  unused as getBoolean,
  unused as getDownloadURL,
  unused as getNumber,
  unused as getString,
  unused as getValue,
  unused as httpsCallable,
  unused as off,
  unused as onChildAdded,
  unused as onChildChanged,
  unused as onChildMoved,
  unused as onChildRemoved,
  unused as onSnapshot,
  unused as onValue,
  unused as queryEqual,
  unused as ref,
};
