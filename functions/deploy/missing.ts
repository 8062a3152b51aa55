import { FIX_RIGHTS } from './requirements.ts';

/** What `--fix` does about something that is missing: only additions that can be undone. */
export type Fix =
  | { kind: 'enable services'; services: readonly string[] }
  | { kind: 'create database'; location: string }
  | { kind: 'create web app' }
  | { kind: 'create site' }
  | { kind: 'store secret'; name: string; value: string }
  | { kind: 'set up sign-in'; byEmail: boolean; byGoogle: boolean }
  | { kind: 'protect database' }
  | { kind: 'grant'; on: 'project' | 'itself' | `secret ${string}`; account: string; roles: readonly string[] }
  | { kind: 'authorize domain'; domains: readonly string[] };

/** Something that a deployment needs. */
export interface Missing {
  what: string;
  /** Commands that add it, or a page and what to do there. */
  how: readonly string[];
  fix?: Fix;
  /** Whether the deployment goes on without it. */
  isAdvice?: true;
}

export interface Choices {
  /** What this run has added, which may not be visible yet. */
  added?: readonly Fix[];
  /** Whether another app may be replaced. */
  canTakeOver?: boolean;
  /** Whether the database gets backups, which are billed. */
  wantsBackups?: boolean;
}

/** What an account must be allowed for this addition. */
export function rightsFor(fix: Fix): readonly string[] {
  if (fix.kind !== 'grant') return FIX_RIGHTS[fix.kind];
  if (fix.on === 'project') return FIX_RIGHTS['grant on project'];
  return fix.on === 'itself' ? FIX_RIGHTS['grant on itself'] : FIX_RIGHTS['grant on secret'];
}
