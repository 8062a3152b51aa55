/** What Farwatch needs of a Google project, apart from its code. */

/** The database, which no client can choose otherwise. */
export const DATABASE = { id: '(default)', type: 'FIRESTORE_NATIVE', edition: 'STANDARD' } as const;

/** The repository where Cloud Functions keeps its images, and how long old ones stay. */
export const IMAGE_REPOSITORY = 'gcf-artifacts';
export const IMAGE_DAYS = 1;

/** The functions' secrets, by what needs all of them, and what the word `none` in their place means. */
export const SECRET_GROUPS = [
  { names: ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'], none: 'sells nothing' },
  { names: ['SMTP_URL'], none: 'sends no mail' },
] as const;

/** Services to enable first: firebase-tools enables only some of them, and none of those at the end. */
export const SERVICES = [
  'artifactregistry.googleapis.com',
  'cloudbilling.googleapis.com',
  'cloudbuild.googleapis.com',
  'cloudfunctions.googleapis.com',
  'cloudresourcemanager.googleapis.com',
  'cloudscheduler.googleapis.com',
  'cloudtasks.googleapis.com',
  'eventarc.googleapis.com',
  'firebase.googleapis.com',
  'firebasehosting.googleapis.com',
  'firebaserules.googleapis.com',
  'firestore.googleapis.com',
  'identitytoolkit.googleapis.com',
  'logging.googleapis.com',
  'pubsub.googleapis.com',
  'run.googleapis.com',
  'secretmanager.googleapis.com',
  'storage.googleapis.com',
  // Creates the service account that runs the functions.
  'compute.googleapis.com',
  'iam.googleapis.com',
  // Signs the tokens that agents sign in with.
  'iamcredentials.googleapis.com',
] as const;

/**
 * What who deploys must be allowed on the project, by the role that allows it (docs/deployment.md, Who deploys). The
 * role Editor has most of it, and lacks what sets policies.
 */
export const DEPLOYER_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  'roles/firebase.admin': [
    'datastore.databases.get',
    'datastore.indexes.create',
    'datastore.indexes.update',
    'firebase.clients.list',
    'firebase.projects.get',
    'firebaseauth.configs.get',
    'firebasehosting.sites.update',
    'firebaserules.releases.create',
    'firebaserules.rulesets.create',
  ],
  'roles/cloudfunctions.admin': ['cloudfunctions.functions.create', 'cloudfunctions.functions.setIamPolicy'],
  'roles/run.admin': ['run.services.setIamPolicy', 'run.services.update'],
  'roles/cloudscheduler.admin': ['cloudscheduler.jobs.create', 'cloudscheduler.jobs.update'],
  'roles/cloudtasks.queueAdmin': ['cloudtasks.queues.create', 'cloudtasks.queues.update'],
  'roles/artifactregistry.admin': ['artifactregistry.repositories.update'],
  'roles/secretmanager.viewer': ['secretmanager.versions.get'],
  'roles/serviceusage.serviceUsageConsumer': ['serviceusage.services.get', 'serviceusage.services.list'],
  'roles/iam.securityReviewer': ['resourcemanager.projects.getIamPolicy', 'secretmanager.secrets.getIamPolicy'],
};

/** What who deploys must be allowed on the functions' service account. */
export const ACT_AS_RIGHT = 'iam.serviceAccounts.actAs';

/** What the additions of `--fix` must be allowed besides. */
export const FIX_RIGHTS = {
  'authorize domain': ['firebaseauth.configs.update'],
  'create database': ['datastore.databases.create'],
  'create site': ['firebasehosting.sites.update'],
  'create web app': ['firebase.clients.create'],
  'enable services': ['serviceusage.services.enable'],
  'grant on project': ['resourcemanager.projects.setIamPolicy'],
  'grant on itself': ['iam.serviceAccounts.setIamPolicy'],
  'grant on secret': ['secretmanager.secrets.setIamPolicy'],
  'protect database': ['datastore.databases.update', 'datastore.backupSchedules.create'],
  'set up sign-in': ['firebase.projects.update', 'firebaseauth.configs.update'],
  'store secret': ['secretmanager.secrets.create', 'secretmanager.versions.add'],
} as const;

/** How long backups stay: a daily one for a week, a Sunday's for 14 weeks. */
export const BACKUPS = [
  { retention: '604800s', dailyRecurrence: {} },
  { retention: '8467200s', weeklyRecurrence: { day: 'SUNDAY' } },
] as const;

/** Roles of the functions' service account on the project that Editor includes. */
const WITHIN_EDITOR = [
  'roles/cloudbuild.builds.builder',
  'roles/cloudtasks.enqueuer',
  'roles/datastore.user',
  'roles/firebaseauth.admin',
  'roles/logging.logWriter',
];
/** Those that it needs besides: triggers and tasks call functions that are not public. */
const BESIDES_EDITOR = ['roles/eventarc.eventReceiver', 'roles/run.invoker'];

/** The role of Google's Pub/Sub on the project, and of the functions' account on each secret. firebase-tools grants both. */
export const PUBSUB_ROLE = 'roles/iam.serviceAccountTokenCreator';
export const SECRET_ROLE = 'roles/secretmanager.secretAccessor';

/** Its roles on itself: it signs tokens of agents, and enqueues tasks that run as itself. */
const TOKEN_CREATOR = 'roles/iam.serviceAccountTokenCreator';
const ACT_AS = 'roles/iam.serviceAccountUser';

/** The roles that the functions' service account lacks, given those it has on the project and on itself. */
export function missingRoles(onProject: readonly string[], onItself: readonly string[]) {
  const isEditor = onProject.some((role) => role === 'roles/editor' || role === 'roles/owner');
  const required = isEditor ? BESIDES_EDITOR : [...WITHIN_EDITOR, ...BESIDES_EDITOR];
  const requiredOnItself = isEditor ? [TOKEN_CREATOR] : [TOKEN_CREATOR, ACT_AS];
  return {
    onProject: required.filter((role) => !onProject.includes(role)),
    onItself: requiredOnItself.filter((role) => !onItself.includes(role)),
  };
}

/** Whether the service account may sign for every service account of the project, which is more than it needs. */
export function signsForAll(onProject: readonly string[]): boolean {
  return onProject.includes(TOKEN_CREATOR);
}

/** Whether a host comes with every Firebase project, so that it needs no setting up. */
export function isFirebaseHost(host: string): boolean {
  return /\.(web\.app|firebaseapp\.com)$/.test(host);
}
