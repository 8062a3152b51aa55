/** Replaces the parts of packages that leave-out.ts leaves out. */
function unused(): never {
  throw new Error('This part of a package is left out of the build, see build/leave-out.ts.');
}

/** Called for a schema's `~standard`, whose result is never called. */
export const createStandardJSONSchemaMethod = () => unused;

export const RE2JS = { compile: unused };

export {
  unused as createToJSONSchemaMethod,
  unused as extractDefs,
  unused as finalize,
  unused as handleUnrepresentable,
  unused as initializeContext,
  unused as processSchema,
};
