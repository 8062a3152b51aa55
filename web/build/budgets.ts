/** The pages' modules, below src/, that a signed-in user's pages have in common. */
const SIGNED_IN = ['lib/session/auth-user.ts', 'app/shell/app-shell.tsx'];

/**
 * The most that a first visit may load of each route, KiB: scripts, styles, fonts and documents, gzipped as Hosting
 * does, in the language with the largest texts. Counted is what the route cannot be shown without: the app's document
 * with what it names, and the `parts` with what they import statically; of a public page its `documents`.
 */
export const BUDGETS: readonly Budget[] = [
  { route: '/', documents: ['index.html', 'cn/index.html'], kib: 60 },
  { route: '/privacy', documents: ['privacy.html', 'cn/privacy.html'], kib: 46 },
  { route: '/terms', documents: ['terms.html', 'cn/terms.html'], kib: 46 },
  { route: '/checks', documents: ['checks.html', 'cn/checks.html'], kib: 46 },
  { route: '/login', parts: [], kib: 240 },
  { route: '/signup', parts: ['features/auth/signup-page.tsx'], kib: 250 },
  { route: '/verify-email', parts: ['features/auth/verify-page.tsx'], kib: 320 },
  { route: '/checkout', parts: ['features/checkout/checkout-page.tsx'], kib: 325 },
  { route: '/payment-success', parts: ['features/checkout/success-page.tsx'], kib: 325 },
  { route: '/agent/register', parts: ['features/agents/registration/register-page.tsx'], kib: 305 },
  { route: '/a/{token}', parts: ['features/incidents/shared-incident-page.tsx'], kib: 292 },
  { route: '/monitors', parts: [...SIGNED_IN, 'features/monitors/monitors-page.tsx'], kib: 415 },
  {
    route: '/monitor/{id}',
    parts: [...SIGNED_IN, 'features/monitor-detail/monitor-page.tsx', 'locales/uptime-cn.json'],
    kib: 460,
  },
  {
    route: '/monitor/{id}/edit',
    parts: [...SIGNED_IN, 'features/monitor-form/form-page.tsx', 'locales/form-cn.json'],
    kib: 480,
  },
  { route: '/endpoint/{id}', parts: [...SIGNED_IN, 'features/endpoint/endpoint-page.tsx'], kib: 455 },
  {
    route: '/incidents',
    parts: [...SIGNED_IN, 'features/incidents/incidents-page.tsx', 'locales/incidents-cn.json'],
    kib: 452,
  },
  {
    route: '/incidents/maintenance',
    parts: [...SIGNED_IN, 'features/maintenance/maintenance-page.tsx', 'locales/maintenance-cn.json'],
    kib: 490,
  },
  {
    route: '/pages',
    parts: [...SIGNED_IN, 'features/pages/pages-page.tsx', 'locales/pages-cn.json'],
    kib: 446,
  },
  {
    route: '/pages/{slug}',
    parts: [...SIGNED_IN, 'features/pages/editor/editor-page.tsx', 'locales/pages-cn.json'],
    kib: 473,
  },
  {
    route: '/reports',
    parts: [...SIGNED_IN, 'features/reports/reports-page.tsx', 'locales/reports-cn.json'],
    kib: 440,
  },
  {
    route: '/settings',
    parts: [...SIGNED_IN, 'features/settings/settings-page.tsx', 'locales/settings-cn.json'],
    kib: 516,
  },
  { route: '/agents', parts: [...SIGNED_IN, 'features/agents/agents-page.tsx', 'locales/agents-cn.json'], kib: 519 },
  {
    route: '/agents/{id}',
    parts: [...SIGNED_IN, 'features/agent-detail/agent-page.tsx', 'locales/agents-cn.json'],
    kib: 460,
  },
];

export type Budget = { route: string; kib: number } & ({ parts: readonly string[] } | { documents: readonly string[] });

/** Gzipped sizes by the file's name without its hash, bytes. */
export type Sizes = ReadonlyMap<string, number>;

const KIB = 1024;

export function totalOf(sizes: Sizes): number {
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Why a route is over its budget: what grew since its sizes were recorded, most first. Null if it is within. */
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
