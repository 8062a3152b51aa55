import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { PATHS } from '../src/lib/navigation/paths.ts';
import { SCREENS, type Screen } from '../src/routes.ts';

/** The modules, below src/, that a signed-in user's pages have in common. */
const SIGNED_IN = ['lib/session/auth-user.ts', 'app/shell/app-shell.tsx'];

/**
 * The most that a first visit may load of each route, KiB: scripts, styles, fonts and documents, gzipped as Hosting
 * does, in the language with the largest texts. Counted is what the route cannot be shown without: the app's document
 * with what it names, and the `parts` with what they import statically, where `{language}` is its code; of a public page its `documents`. Screens have
 * their limits in src/routes.ts.
 */
export const BUDGETS: readonly Budget[] = [
  { route: '/', documents: inLanguages('index.html'), kib: 60 },
  { route: '/privacy', documents: inLanguages('privacy.html'), kib: 46 },
  { route: '/terms', documents: inLanguages('terms.html'), kib: 46 },
  { route: '/checks', documents: inLanguages('checks.html'), kib: 46 },
  // Of these the reference has 46; the rest is what all public pages have.
  { route: '/docs/api', documents: ['docs/api.html'], kib: 78 },
  ...SCREENS.map((screen) => ({
    route: screen.path.replace(/:(\w+)/g, '{$1}'),
    parts: partsOf(screen),
    kib: screen.kib,
  })),
];

function inLanguages(name: string): string[] {
  return LANGUAGE_CODES.map((language) => (language === DEFAULT_LANGUAGE ? name : `${language}/${name}`));
}

/** The sign-in page is part of the app's first script. */
function partsOf({ path, access, page, texts }: Screen): string[] {
  if (path === PATHS.login) return [];
  const signedIn = access === 'user' || access === 'admin' ? SIGNED_IN : [];
  return [...signedIn, `features/${page}`, ...(texts === undefined ? [] : [`locales/${texts}-{language}.json`])];
}

export type Budget = { route: string; kib: number } & ({ parts: readonly string[] } | { documents: readonly string[] });

/** Gzipped sizes by the file's name without its hash, bytes. */
export type Sizes = ReadonlyMap<string, number>;

const KIB = 1024;

export function totalOf(sizes: Sizes): number {
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Explains why a route is over its budget: what grew since its sizes were recorded, most first. Null if it is within.
 */
export function overBudget(
  { route, kib }: Budget,
  sizes: Sizes,
  recorded: Readonly<Record<string, number>>,
): string | null {
  const overBytes = totalOf(sizes) - kib * KIB;
  if (overBytes <= 0) return null;
  const grown = [...sizes]
    .map(([name, bytes]) => ({ name, bytes: bytes - (recorded[name] ?? 0), isNew: recorded[name] === undefined }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ name, bytes, isNew }) => `${name} +${shown(bytes)}${isNew ? ' (new)' : ''}`);
  const cause = grown.join(', ') || 'nothing';
  return `${route} loads ${shown(totalOf(sizes))}, ${shown(overBytes)} over its budget of ${kib} KiB. Grown since the last record: ${cause}.`;
}

function shown(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`;
}
