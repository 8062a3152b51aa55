import { withTexts } from '../lib/i18n/i18n.ts';
import { PATHS, pageOf } from '../lib/navigation/paths.ts';
import { hasStoredSession, loadAuth } from '../lib/session/load-auth.ts';

/** The lazy-loaded parts of the app. The sign-in page is part of its first script. */
export const PARTS = {
  shell: () => import('./shell/app-shell.tsx'),
  signup: () => import('../features/auth/signup-page.tsx'),
  verifyEmail: () => import('../features/auth/verify-page.tsx'),
  checkout: () => import('../features/checkout/checkout-page.tsx'),
  paymentSuccess: () => import('../features/checkout/success-page.tsx'),
  monitors: () => import('../features/monitors/monitors-page.tsx'),
  monitor: withTexts('uptime', () => import('../features/monitor-detail/monitor-page.tsx')),
  endpoint: () => import('../features/endpoint/endpoint-page.tsx'),
  monitorForm: withTexts('form', () => import('../features/monitor-form/form-page.tsx')),
  incidents: withTexts('incidents', () => import('../features/incidents/incidents-page.tsx')),
  maintenance: withTexts('maintenance', () => import('../features/maintenance/maintenance-page.tsx')),
  pages: withTexts('pages', () => import('../features/pages/pages-page.tsx')),
  pageEditor: withTexts('pages', () => import('../features/pages/editor/editor-page.tsx')),
  reports: withTexts('reports', () => import('../features/reports/reports-page.tsx')),
  settings: withTexts('settings', () => import('../features/settings/settings-page.tsx')),
  agents: withTexts('agents', () => import('../features/agents/agents-page.tsx')),
  agent: withTexts('agents', () => import('../features/agent-detail/agent-page.tsx')),
  registerThisAgent: () => import('../features/agents/registration/register-page.tsx'),
  sharedIncident: () => import('../features/incidents/shared-incident-page.tsx'),
};

/** The parts loaded in advance for signed-in users: pages they may open next, or reach by signing out. */
export const NEXT_PARTS = {
  ofAll: [
    PARTS.monitors,
    PARTS.monitor,
    PARTS.endpoint,
    PARTS.incidents,
    PARTS.monitorForm,
    PARTS.maintenance,
    PARTS.pages,
    PARTS.pageEditor,
    PARTS.reports,
    PARTS.settings,
  ],
  ofAdmins: [PARTS.agents, PARTS.agent],
  /** While a user signs in. */
  afterSignIn: [PARTS.shell, PARTS.monitors],
};

/** Without the agents' pages, which only admins see: the user's role is not known yet. */
const PAGE_PARTS: Record<string, () => Promise<unknown>> = {
  monitors: PARTS.monitors,
  monitor: PARTS.monitor,
  endpoint: PARTS.endpoint,
  incidents: PARTS.incidents,
  pages: PARTS.pages,
  reports: PARTS.reports,
  settings: PARTS.settings,
};

/** Loads everything a page needs in parallel, not part by part as they render. */
export function preloadFor(pathname: string) {
  for (const load of partsOf(pathname)) {
    // A failed part is requested again, and its failure reported, when it is rendered.
    load?.().catch(() => undefined);
  }
}

function partsOf(pathname: string): readonly ((() => Promise<unknown>) | undefined)[] {
  if (pathname.startsWith(PATHS.sharedIncident)) return [PARTS.sharedIncident];
  if (!hasStoredSession() || pathname.startsWith(PATHS.registerThisAgent)) return [];
  if (pathname.startsWith(PATHS.maintenance)) return [loadAuth, PARTS.shell, PARTS.maintenance];
  if (pathname.startsWith(`${PATHS.pages}/`)) return [loadAuth, PARTS.shell, PARTS.pageEditor];
  return [loadAuth, PARTS.shell, PAGE_PARTS[pageOf(pathname)]];
}
