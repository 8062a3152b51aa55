import type { AccountRole } from '@farwatch/core/values/account';
import type { ParseKeys } from 'i18next';
import type { TextPart } from './i18next.d.ts';
import { PATHS } from './lib/navigation/paths.ts';

/**
 * Who may open a screen:
 * - `anyone`: in any state, without waiting for the session.
 * - `public`: signed out, or with a verified account.
 * - `sign-in`: signed out, to sign in. Signed-in users are redirected from it by the page.
 * - `unverified`: the same, and also accounts whose address is not verified.
 * - `user`: verified accounts, in the shell.
 * - `admin`: verified accounts of admins, in the shell.
 */
export type Access = 'anyone' | 'public' | 'sign-in' | 'unverified' | 'user' | 'admin';

/** The icons of the menu, which app/shell/nav-list.tsx draws. */
export type MenuIcon = 'dashboard' | 'incidents' | 'pages' | 'reports' | 'agents' | 'settings';

export type Screen = {
  /** The name, also of its screenshot (emulators/screenshots). */
  name: string;
  /** The address, as the router writes it. */
  path: string;
  /** Another address of the same page. */
  alsoAt?: string;
  access: Access;
  /** The role that it needs in the account; left out if viewers may open it. */
  role?: AccountRole;
  /** The file of the page, below features. */
  page: string;
  /** The file of texts that is loaded with the page. */
  texts?: TextPart;
  /** The window's title; left out if it depends on what the page shows, which then sets it. */
  title?: ParseKeys;
  /** The entry in the menu. */
  menu?: { label: ParseKeys; icon: MenuIcon };
  /** The name of the screen whose entry in the menu is highlighted. */
  under?: string;
  /** Whether the page of a screen in the shell is loaded in advance for those who may open it, as by default. */
  isLoadedAhead?: boolean;
  /** The most that a first visit may load, KiB (build/budgets.ts). The build leaves it out of the app. */
  kib: number;
};

/**
 * Every screen of the app, in the order of the menu and of loading in advance. Router, menu, window titles, access,
 * budgets and screenshots follow from it. It is data alone, which any floor and the build can read: pages are named, not
 * imported.
 */
export const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    path: PATHS.login,
    access: 'unverified',
    page: 'auth/login-page.tsx',
    title: 'login.submit',
    kib: 209,
  },
  {
    name: 'signup',
    path: PATHS.signup,
    access: 'sign-in',
    page: 'auth/signup-page.tsx',
    title: 'signup.submit',
    kib: 225,
  },
  {
    name: 'verify-email',
    path: PATHS.verifyEmail,
    access: 'unverified',
    page: 'auth/verify-page.tsx',
    kib: 311,
  },
  {
    name: 'checkout',
    path: PATHS.checkout,
    access: 'public',
    page: 'checkout/checkout-page.tsx',
    title: 'checkout.title',
    kib: 319,
  },
  {
    name: 'payment-success',
    path: PATHS.paymentSuccess,
    access: 'public',
    page: 'checkout/success-page.tsx',
    title: 'checkout.outcome.title',
    kib: 316,
  },
  {
    // The user with the code may have no account, or be signed in to another one.
    name: 'register-agent',
    path: PATHS.registerThisAgent,
    access: 'anyone',
    page: 'agents/registration/register-page.tsx',
    title: 'registerThisAgent.title',
    kib: 295,
  },
  {
    // Anyone with the link may see it.
    name: 'shared-incident',
    path: `${PATHS.sharedIncident}:token`,
    access: 'anyone',
    page: 'incidents/shared-incident-page.tsx',
    kib: 289,
  },
  {
    name: 'dashboard',
    path: PATHS.monitors,
    access: 'user',
    page: 'monitors/monitors-page.tsx',
    title: 'monitors.title',
    menu: { label: 'nav.monitors', icon: 'dashboard' },
    kib: 405,
  },
  {
    name: 'monitor',
    path: '/monitor/:id',
    access: 'user',
    page: 'monitor-detail/monitor-page.tsx',
    texts: 'uptime',
    under: 'dashboard',
    kib: 456,
  },
  {
    name: 'endpoint',
    path: '/endpoint/:id',
    access: 'user',
    page: 'endpoint/endpoint-page.tsx',
    under: 'dashboard',
    kib: 433,
  },
  {
    name: 'incidents',
    path: PATHS.incidents,
    access: 'user',
    page: 'incidents/incidents-page.tsx',
    texts: 'incidents',
    title: 'incidents.title',
    menu: { label: 'nav.incidents', icon: 'incidents' },
    kib: 444,
  },
  {
    name: 'monitor-edit',
    path: '/monitor/:id/edit',
    alsoAt: PATHS.newMonitor,
    access: 'user',
    role: 'editor',
    page: 'monitor-form/form-page.tsx',
    texts: 'form',
    under: 'dashboard',
    kib: 476,
  },
  {
    name: 'import',
    path: PATHS.importMonitors,
    access: 'user',
    role: 'editor',
    page: 'import/import-page.tsx',
    texts: 'import',
    title: 'import.title',
    under: 'dashboard',
    isLoadedAhead: false,
    kib: 440,
  },
  {
    name: 'maintenance',
    path: PATHS.maintenance,
    access: 'user',
    page: 'maintenance/maintenance-page.tsx',
    texts: 'maintenance',
    title: 'maintenance.title',
    under: 'incidents',
    kib: 469,
  },
  {
    name: 'pages',
    path: PATHS.pages,
    access: 'user',
    page: 'status-pages/status-pages-page.tsx',
    texts: 'pages',
    title: 'pages.title',
    menu: { label: 'nav.pages', icon: 'pages' },
    kib: 438,
  },
  {
    name: 'page-content',
    path: '/pages/:slug',
    alsoAt: PATHS.newPage,
    access: 'user',
    role: 'editor',
    page: 'status-pages/editor/editor-page.tsx',
    texts: 'pages',
    under: 'pages',
    kib: 468,
  },
  {
    name: 'reports',
    path: PATHS.reports,
    access: 'user',
    page: 'reports/reports-page.tsx',
    texts: 'reports',
    title: 'reports.title',
    menu: { label: 'nav.reports', icon: 'reports' },
    kib: 440,
  },
  {
    name: 'agents',
    path: PATHS.agents,
    access: 'admin',
    page: 'agents/agents-page.tsx',
    texts: 'agents',
    title: 'agents.title',
    menu: { label: 'nav.agents', icon: 'agents' },
    kib: 515,
  },
  {
    name: 'agent',
    path: '/agents/:id',
    access: 'admin',
    page: 'agent-detail/agent-page.tsx',
    texts: 'agents',
    under: 'agents',
    kib: 452,
  },
  {
    name: 'settings-account',
    path: PATHS.settings,
    access: 'user',
    page: 'settings/settings-page.tsx',
    texts: 'settings',
    title: 'settings.title',
    menu: { label: 'nav.settings', icon: 'settings' },
    kib: 519,
  },
  {
    // A person comes here from a terminal, where farwatch login shows the address.
    name: 'connect',
    path: PATHS.connect,
    access: 'user',
    role: 'owner',
    page: 'connect/connect-page.tsx',
    texts: 'settings',
    title: 'connect.title',
    isLoadedAhead: false,
    kib: 440,
  },
];
