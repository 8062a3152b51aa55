import type { FunctionAddress } from './deployed-functions.ts';

/** What the checks found; `find-missing.ts` decides from it. */
export interface ProjectState {
  projectId: string;
  region: string;
  /** What must be there before anything else can be checked; null if the project cannot be read. */
  basics: Basics | null;
  /** The rest; null until the basics are there. */
  setup: ProjectSetup | null;
}

export interface Basics {
  hasFirebase: boolean;
  hasBilling: boolean;
  disabledServices: readonly string[];
  /** What the account that deploys may not do, of the permissions in requirements.ts. */
  missingRights: readonly string[];
}

/** Rules, or a site: Farwatch's, another app's, or none that anybody has deployed. */
export type Deployed = 'none' | 'own' | 'foreign';

export interface ProjectSetup {
  /** The service account that runs the functions; its roles without conditions, and whether who deploys may use it. */
  account: {
    email: string;
    exists: boolean;
    mayBeUsed: boolean;
    onProject: readonly string[];
    onItself: readonly string[];
  };
  database: { location: string; type: string; edition: string } | null;
  /** What keeps the data: schedules of backups, point-in-time recovery, and the protection against deletion. */
  protection: { backups: number; hasHistory: boolean; isProtected: boolean };
  rules: Deployed;
  site: Deployed;
  /** Null if Authentication is not set up. */
  signIn: { byEmail: boolean; byGoogle: boolean; domains: readonly string[] } | null;
  webApps: number;
  hasSite: boolean;
  /**
   * Names of the functions' secrets: with a value and without, with a newest version that is not enabled, and those that
   * the functions' service account may not read.
   */
  secrets: {
    stored: readonly string[];
    missing: readonly string[];
    disabled: readonly string[];
    unreadable: readonly string[];
  };
  /** Whether Google's Pub/Sub may sign, as triggers of older projects need it; firebase-tools grants that. */
  pubsub: { email: string; maySign: boolean };
  /** Whether a policy of the organization is known to refuse `allUsers`. */
  forbidsAllUsers: boolean;
  /** The images' repository, which the first function creates; `kept` if nothing deletes old images. */
  images: 'none' | 'kept' | 'deleted';
  /**
   * Functions that a deployment would delete without knowing that they are Farwatch's, those of another app that must
   * stop it, and Farwatch's that this version lacks.
   */
  existingFunctions: {
    deleted: readonly FunctionAddress[];
    foreign: readonly FunctionAddress[];
    outdated: readonly FunctionAddress[];
  };
  /** The app's own host, if it has one, and whether the API's settings list it. */
  ownHost: { host: string; isConnected: boolean; isAllowed: boolean } | null;
}
