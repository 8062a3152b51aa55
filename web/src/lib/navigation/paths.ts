import type { Language } from '@farwatch/core/values/languages';

/** All addresses of the app. */
export const PATHS = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  verifyEmail: '/verify-email',
  checkout: '/checkout',
  paymentSuccess: '/payment-success',
  registerThisAgent: '/agent/register',
  /** A token follows. */
  sharedIncident: '/a/',
  dashboard: '/dashboard',
  monitors: '/monitors',
  newMonitor: '/monitor/new',
  importMonitors: '/monitors/import',
  incidents: '/incidents',
  maintenance: '/incidents/maintenance',
  pages: '/pages',
  newPage: '/pages/new',
  reports: '/reports',
  agents: '/agents',
  settings: '/settings',
  connect: '/connect',
} as const;

export function monitorPath(id: string): string {
  return `/monitor/${encodeURIComponent(id)}`;
}

export function endpointPath(id: string): string {
  return `/endpoint/${encodeURIComponent(id)}`;
}

export function agentPath(id: string): string {
  return `${PATHS.agents}/${encodeURIComponent(id)}`;
}

/** The editor of a status page. */
export function statusPagePath(slug: string): string {
  return `${PATHS.pages}/${encodeURIComponent(slug)}`;
}

/** The parameter of `/pages/new` by which the new page starts with all monitors. */
export const SAMPLE_QUERY = 'monitors';
export const SAMPLE_PAGE_PATH = `${PATHS.newPage}?${SAMPLE_QUERY}`;

/** The report of one monitor. */
export function reportPath(monitorId: string): string {
  return `${PATHS.reports}?${new URLSearchParams({ monitor: monitorId })}`;
}

/** The parameter of `/incidents` that opens the dialog of an incident. */
export const INCIDENT_QUERY = 'incident';

export function incidentPath(id: string): string {
  return `${PATHS.incidents}?${new URLSearchParams({ [INCIDENT_QUERY]: id })}`;
}

export function editMonitorPath(id: string): string {
  return `${monitorPath(id)}/edit`;
}

/** The parameter of `/monitor/new` that names the monitor whose settings the new one starts with. */
export const COPY_QUERY = 'copy';

export function copyMonitorPath(id: string): string {
  return `${PATHS.newMonitor}?${new URLSearchParams({ [COPY_QUERY]: id })}`;
}

/** The checkout's address for a plan, by name and price in USD a month. */
export function checkoutPath({ name, price }: { name: string; price: number }): string {
  return `${PATHS.checkout}?${new URLSearchParams({ planName: name, planPrice: String(price) })}`;
}

/** A public page, which is another document; its script (public/enter.js) opens it in the language. */
export function publicPath(page: '/' | '/terms' | '/privacy', language: Language): string {
  return `${page}?${new URLSearchParams({ lng: language })}`;
}

/** The address where alerts are set up. */
export const ALERTS_PATH = `${PATHS.settings}?tab=integrations`;
