/** Replaces the parts of packages that leave-out.ts leaves out. */
function unused(): never {
  throw new Error('This part of a package is left out of the build, see build/leave-out.ts.');
}

/** Called for a schema's `~standard`, whose result is never called. */
export const createStandardJSONSchemaMethod = () => unused;

export const RE2JS = { compile: unused };

export {
  unused as default,
  unused as createToJSONSchemaMethod,
  unused as ensureInitialized,
  unused as extractDefs,
  unused as finalize,
  unused as get,
  unused as getAll,
  unused as getBoolean,
  unused as getDownloadURL,
  unused as getNumber,
  unused as getString,
  unused as getValue,
  unused as handleUnrepresentable,
  unused as httpsCallable,
  unused as initializeContext,
  unused as menuSlotRecipe,
  unused as off,
  unused as onChildAdded,
  unused as onChildChanged,
  unused as onChildMoved,
  unused as onChildRemoved,
  unused as onSnapshot,
  unused as onValue,
  unused as processSchema,
  unused as queryEqual,
  unused as ref,
};
