import { PATHS, pageOf } from '../lib/paths.ts';

/** What each part of the app is loaded by; nothing here is in the first load. */
export const PARTS = {
  session: () => import('./session-root.tsx'),
  shell: () => import('./shell/app-shell.tsx'),
  login: () => import('../features/auth/login-page.tsx'),
  signup: () => import('../features/auth/signup-page.tsx'),
  verifyEmail: () => import('../features/auth/verify-page.tsx'),
  checkout: () => import('../features/checkout/checkout-page.tsx'),
  paymentSuccess: () => import('../features/checkout/success-page.tsx'),
  monitors: () => import('../features/monitors/monitors-page.tsx'),
  monitor: () => import('../features/monitor-detail/monitor-page.tsx'),
  endpoint: () => import('../features/endpoint/endpoint-page.tsx'),
  monitorForm: () => import('../features/monitor-form/form-page.tsx'),
  incidents: () => import('../features/incidents/incidents-page.tsx'),
  settings: () => import('../features/settings/settings-page.tsx'),
  agents: () => import('../features/agents/agents-page.tsx'),
  agent: () => import('../features/agent-detail/agent-page.tsx'),
  joinAgent: () => import('../features/join-agent/join-page.tsx'),
};

/** What is fetched ahead for signed-in users: the pages they may open next, or reach by signing out. */
export const NEXT_PARTS = {
  ofAll: [
    PARTS.monitors,
    PARTS.monitor,
    PARTS.endpoint,
    PARTS.incidents,
    PARTS.monitorForm,
    PARTS.settings,
    PARTS.login,
  ],
  ofAdmins: [PARTS.agents, PARTS.agent],
};

/** Not the agents: whether somebody is an admin, who alone sees them, is not known yet. */
const PAGE_PARTS: Record<string, () => Promise<unknown>> = {
  monitors: PARTS.monitors,
  monitor: PARTS.monitor,
  endpoint: PARTS.endpoint,
  incidents: PARTS.incidents,
  settings: PARTS.settings,
};

/** Fetches all that a signed-in user's page needs at once, instead of one after the other as they render. Joining needs no session. */
export function preloadFor(pathname: string) {
  if (pathname.startsWith(PATHS.joinAgent)) return;
  for (const load of [PARTS.session, PARTS.shell, PAGE_PARTS[pageOf(pathname)]]) {
    // What fails is requested again where it is shown, which then says so.
    load?.().catch(() => undefined);
  }
}
