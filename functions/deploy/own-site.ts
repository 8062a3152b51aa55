import type { Deployed } from './project-state.ts';

/** Functions that every version of Farwatch's site leads to. */
export const PUBLIC_REWRITES = ['api', 'payments'] as const;

/** Collections that all versions of Farwatch's rules name. */
const OWN_COLLECTIONS = ['monitors', 'endpoints', 'incidents', 'agents', 'assignments'];

/** Rules of a new database, which allow nothing, or everything until some date. */
const DEFAULT_RULES =
  /^\s*match \/\{document=\*\*\} \{\s*allow read, write: if (?:false|request\.time < timestamp\.date\([\d, ]+\));\s*\}\s*$/;

/** Whose Firestore rules these are; `none` for those of a new database. */
export function whoseRules(text: string): Deployed {
  if (OWN_COLLECTIONS.every((name) => text.includes(`match /${name}/`))) return 'own';
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const body = /match \/databases\/\{database\}\/documents \{([\s\S]*)\}\s*\}\s*$/.exec(withoutComments)?.[1] ?? '';
  return DEFAULT_RULES.test(body) || body.trim() === '' ? 'none' : 'foreign';
}
