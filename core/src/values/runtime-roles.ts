/** A role that the functions' service account needs, on the whole project or only on the account itself. */
export type RuntimeRole = { role: `roles/${string}`; on: 'project' | 'account'; why: string };

/**
 * What the functions' service account needs to run and be called; by default it is Compute Engine's, to which new
 * organizations give no role. Access to secrets is not among them: firebase-tools grants it with each deployment.
 * Building them, for which Cloud Build uses the same account by default, needs `BUILD_ROLE`.
 *
 * firebase-functions' `requiresRole()` cannot declare them: it grants roles on the whole project only, where a token
 * creator could act as any account.
 */
export const RUNTIME_ROLES: readonly RuntimeRole[] = [
  { role: 'roles/iam.serviceAccountTokenCreator', on: 'account', why: 'sign the tokens that agents sign in with' },
  { role: 'roles/iam.serviceAccountUser', on: 'account', why: 'let tasks call functions as this account' },
  { role: 'roles/datastore.user', on: 'project', why: 'read and write Firestore' },
  { role: 'roles/firebaseauth.admin', on: 'project', why: 'verify, disable and delete accounts' },
  { role: 'roles/cloudtasks.enqueuer', on: 'project', why: 'enqueue tasks' },
  { role: 'roles/run.invoker', on: 'project', why: 'be called by tasks, schedules and triggers' },
  { role: 'roles/eventarc.eventReceiver', on: 'project', why: 'receive changes of documents' },
  { role: 'roles/logging.logWriter', on: 'project', why: 'write logs' },
];

/** The role that lets the account build the functions. */
export const BUILD_ROLE: RuntimeRole = {
  role: 'roles/cloudbuild.builds.builder',
  on: 'project',
  why: 'build the functions',
};
