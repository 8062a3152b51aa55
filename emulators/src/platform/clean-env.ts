/** Variables that point to other projects and emulators, or change how programs build and run. */
const unwanted =
  /^(FIREBASE_|FIRESTORE_|GOOGLE_|GCLOUD_|CLOUD_TASKS_|FARWATCH_|VITE|NODE_ENV$|NODE_OPTIONS$|JAVA_TOOL_OPTIONS$|DEBUG$)/;

/** The environment without such variables. */
export function cleanEnv(base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(base).filter(([name]) => !unwanted.test(name)));
}
