import type { FunctionAddress } from './deployed-functions.ts';

/** What the checks found; `find-missing.ts` decides from it. */
export interface ProjectState {
  projectId: string;
  region: string;
  /** What must be there before anything else can be checked; null if the project cannot be read. */
  basics: { hasFirebase: boolean; hasBilling: boolean; disabledServices: readonly string[] } | null;
  /** The rest; null until the basics are there. */
  setup: ProjectSetup | null;
}

export interface ProjectSetup {
  /** The service account that runs the functions; its roles without conditions. */
  account: { email: string; exists: boolean; onProject: readonly string[]; onItself: readonly string[] };
  database: { location: string; type: string; edition: string } | null;
  /** Null if Authentication is not set up. */
  signIn: { byEmail: boolean; byGoogle: boolean; domains: readonly string[] } | null;
  webApps: number;
  hasSite: boolean;
  /** Names of the functions' secrets, with a value and without. */
  secrets: { stored: readonly string[]; missing: readonly string[] };
  /** The images' repository, which the first function creates; `kept` if nothing deletes old images. */
  images: 'none' | 'kept' | 'deleted';
  /** Functions that a deployment would delete, and those of another app that must stop it. */
  existingFunctions: { deleted: readonly FunctionAddress[]; foreign: readonly FunctionAddress[] };
  /** The app's own host, if it has one, and whether the API's settings list it. */
  ownHost: { host: string; isConnected: boolean; isAllowed: boolean } | null;
}
