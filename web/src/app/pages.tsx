import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, type RouteObject } from 'react-router-dom';
import LoginPage from '../features/auth/login-page.tsx';
import { loadSignIn } from '../features/auth/provider/load-sign-in.ts';
import { withTexts } from '../lib/i18n/i18n.ts';
import { PATHS } from '../lib/navigation/paths.ts';
import { useTitle } from '../lib/navigation/window-title.ts';
import { hasStoredSession, loadAuth } from '../lib/session/load-auth.ts';
import { useMayCall } from '../lib/session/session.ts';
import { SCREENS, type Screen } from '../routes.ts';
import { lazyPage } from '../ui/feedback/lazy-part.tsx';
import { addressesOf, screenAt } from './screen-at.ts';

type Page = { default: ComponentType };

/** Each page's file, loaded when it is first called. The sign-in page is part of the first script. */
const FILES = import.meta.glob<Page>(['./**/*-page.tsx', '!./auth/login-page.tsx'], { base: '../features' });
const SIGN_IN = 'auth/login-page.tsx';

export const loadShell = () => import('./shell/app-shell.tsx');

/** Returns the function that loads a screen's page and its texts. Throws if the page has no file. */
function loadOf({ page, texts }: Screen): () => Promise<Page> {
  const load = FILES[`./${page}`];
  if (!load) throw new Error(`There is no page at web/src/features/${page}.`);
  return texts === undefined ? load : withTexts(texts, load);
}

/** The router's entries for the screens with one of these rules of access. */
export function routesFor(...access: readonly Screen['access'][]): RouteObject[] {
  return SCREENS.filter((screen) => access.includes(screen.access)).flatMap((screen) => {
    const Component = componentOf(screen);
    return addressesOf(screen).map((path) => ({ path, Component }));
  });
}

/** A screen's page for those whose role it needs, loaded when it is first shown, with the window's title. */
function componentOf(screen: Screen): ComponentType {
  if (screen.page === SIGN_IN) return withTitle(screen, LoginPage);
  const load = loadOf(screen);
  const LazyPage = lazyPage(async () => ({ default: withTitle(screen, (await load()).default) }));
  const { role } = screen;
  if (role === undefined) return LazyPage;
  return function RolePage() {
    const mayCall = useMayCall();
    return mayCall({ role }) ? <LazyPage /> : <Navigate to={PATHS.monitors} replace />;
  };
}

function withTitle({ title }: Screen, Page: ComponentType): ComponentType {
  if (title === undefined) return Page;
  return function TitledPage() {
    const { t } = useTranslation();
    useTitle(t(title));
    return <Page />;
  };
}

const aheadFor = (access: Screen['access']) =>
  SCREENS.filter((screen) => screen.access === access && screen.isLoadedAhead !== false).map(loadOf);

/** The parts loaded in advance for signed-in users: pages they may open next, or reach by signing out. */
export const NEXT_PARTS = {
  ofAll: aheadFor('user'),
  ofAdmins: aheadFor('admin'),
  /** While a user signs in, first what the form itself needs. */
  afterSignIn: [loadSignIn, loadShell, ...SCREENS.filter(({ name }) => name === 'dashboard').map(loadOf)],
};

/** Loads everything a page needs in parallel, not part by part as they render. */
export function preloadFor(pathname: string) {
  for (const load of partsOf(pathname)) {
    // A failed part is requested again, and its failure reported, when it is rendered.
    load().catch(() => undefined);
  }
}

/** Leaves out the pages that only admins see, because the user's role is not known yet. */
function partsOf(pathname: string): readonly (() => Promise<unknown>)[] {
  const screen = screenAt(pathname);
  if (screen?.access === 'anyone') return [loadOf(screen)];
  if (!hasStoredSession()) return [];
  return [loadAuth, loadShell, ...(screen?.access === 'user' ? [loadOf(screen)] : [])];
}
