import type { Json, JsonObject } from './json.ts';

/** The state of one project in Google's APIs; tests read what a deployment has stored. */
export interface GoogleProject {
  id: string;
  number: string;
  /** Whether Firebase was added to it. */
  hasFirebase: boolean;
  hasBilling: boolean;
  /** What the account that deploys may not do; it may everything else. */
  forbidden: Set<string>;
  /** Whether its organization refuses members from outside, such as `allUsers`. */
  forbidsAllUsers: boolean;
  /** CPUs that instances in the region may use together, those that always run, and the most that ran so far. */
  cpus: { quota: number; running: number; most: number };
  services: Set<string>;
  serviceAccounts: Set<string>;
  /** IAM policies by resource: the project, service accounts, secrets, Cloud Run services. */
  policies: Map<string, JsonObject>;
  database: JsonObject | null;
  backupSchedules: JsonObject[];
  /** Firestore's documents, by path. */
  documents: Map<string, JsonObject>;
  /** Composite indexes and fields with their own configuration, by name. */
  indexes: Map<string, JsonObject>;
  fields: Map<string, JsonObject>;
  rulesets: JsonObject[];
  rulesReleases: Map<string, JsonObject>;
  webApps: JsonObject[];
  /** Null until Authentication is set up. */
  authConfig: JsonObject | null;
  identityProviders: Map<string, JsonObject>;
  secrets: Map<string, string>;
  disabledSecrets: Set<string>;
  functions: Map<string, JsonObject>;
  /** Cloud Run services whose check of who calls is off. */
  openServices: Set<string>;
  queues: Map<string, JsonObject>;
  jobs: Map<string, JsonObject>;
  repository: JsonObject | null;
  sites: string[];
  siteVersions: Map<string, JsonObject>;
  siteReleases: string[];
  customDomains: Set<string>;
  /** Hashes of files that Hosting has received. */
  files: Set<string>;
  operations: Map<string, Json>;
  /** Channels, checks, policies and budgets, by kind. */
  watching: Map<string, JsonObject[]>;
}

/** A project as the Firebase console creates it: with Firebase, and nothing set up yet. */
export function newProject(id = 'my-project', number = '123456789012'): GoogleProject {
  return {
    id,
    number,
    hasFirebase: true,
    hasBilling: false,
    forbidden: new Set(),
    forbidsAllUsers: false,
    cpus: { quota: 20, running: 0, most: 0 },
    services: new Set([
      'serviceusage.googleapis.com',
      'cloudresourcemanager.googleapis.com',
      'firebase.googleapis.com',
    ]),
    serviceAccounts: new Set(),
    policies: new Map(),
    database: null,
    backupSchedules: [],
    documents: new Map(),
    indexes: new Map(),
    fields: new Map(),
    rulesets: [],
    rulesReleases: new Map(),
    webApps: [],
    authConfig: null,
    identityProviders: new Map(),
    secrets: new Map(),
    disabledSecrets: new Set(),
    functions: new Map(),
    openServices: new Set(),
    queues: new Map(),
    jobs: new Map(),
    repository: null,
    sites: [id],
    siteVersions: new Map(),
    siteReleases: [],
    customDomains: new Set(),
    files: new Set(),
    operations: new Map(),
    watching: new Map(),
  };
}

/** Sets up how people sign in. */
export function setUpSignIn(project: GoogleProject): void {
  project.authConfig = {
    signIn: { email: { enabled: true, passwordRequired: true } },
    authorizedDomains: ['localhost', `${project.id}.firebaseapp.com`, `${project.id}.web.app`],
  };
  project.identityProviders.set('google.com', { enabled: true, clientId: 'client' });
}

export function computeAccountOf({ number }: GoogleProject): string {
  return `${number}-compute@developer.gserviceaccount.com`;
}
