/** Variables that would lead programs to other projects and emulators, or change how they build and run. */
const unwanted =
  /^(FIREBASE_|FIRESTORE_|GOOGLE_|GCLOUD_|CLOUD_TASKS_|FARWATCH_|VITE|NODE_ENV$|NODE_OPTIONS$|JAVA_TOOL_OPTIONS$|DEBUG$)/;

/** The environment for a program of ours, without settings inherited from our own caller. */
export function cleanEnv(base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(base).filter(([name]) => !unwanted.test(name)));
}
