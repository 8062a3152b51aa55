import i18n from 'i18next';
import { createElement } from 'react';
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter, matchRoutes } from 'react-router-dom';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '../lib/session/session.ts';
import { SCREENS, type Screen } from '../routes.ts';

const PAGE = '../features/reports/reports-page.tsx';
const SAMPLE: Screen = {
  name: 'sample',
  path: '/sample',
  alsoAt: '/sample/:id',
  access: 'admin',
  // Files are found when the app is built, so the sample borrows another screen's.
  page: 'reports/reports-page.tsx',
  texts: 'reports',
  title: 'reports.title',
  menu: { label: 'nav.reports', icon: 'reports' },
  kib: 123,
};
const LATE: Screen = { ...SAMPLE, name: 'late', path: '/late', alsoAt: '/late/:id', isLoadedAhead: false };
const useTitle = vi.fn();
const Sample = () => 'The page';

// A new screen: an entry in the table, its page, and its texts.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('../routes.ts', () => ({ SCREENS: [...SCREENS, SAMPLE, LATE] }));
  vi.doMock('../lib/navigation/window-title.ts', () => ({ useTitle, useDownBadge: () => {} }));
  vi.doMock(PAGE, () => ({ default: Sample }));
  const { textsOf } = await import('../lib/i18n/i18n.ts');
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: await textsOf('en') } } });
});
beforeEach(() => {
  useTitle.mockClear();
});
afterAll(() => {
  for (const path of ['../routes.ts', '../lib/navigation/window-title.ts', PAGE]) vi.doUnmock(path);
  vi.resetModules();
});

const admin = sessionOf(true);

function sessionOf(isAdmin: boolean): Session {
  const user = { uid: 'u1', displayName: 'Ada', email: 'ada@farwatch.test' };
  return { state: 'verified', user, account: { id: 'u1', role: 'owner' }, own: 'u1', memberOf: {}, isAdmin };
}

it('has routes of those who may open it, which show the page with its title', async () => {
  const { routesFor } = await import('../app/pages.tsx');
  expect(matchRoutes(routesFor('user', 'public', 'anyone'), '/sample')).toBeNull();
  const [route, other] = ['/sample', '/sample/1'].map((path) => matchRoutes(routesFor('admin'), path)?.at(-1)?.route);
  expect([route?.path, other?.path]).toEqual(['/sample', '/sample/:id']);
  const { Component } = route ?? {};
  if (!Component) throw new Error('The route has no page.');
  const stream = await renderToReadableStream(createElement(Component));
  await stream.allReady;
  expect(await new Response(stream).text()).toContain('The page');
  expect(useTitle).toHaveBeenCalledWith('Reports');
});

it('is in the menu of those who may open it, and highlighted on its addresses', async () => {
  const { NavList } = await import('../app/shell/nav-list.tsx');
  const { SessionContext } = await import('../lib/session/session.ts');
  const { ChakraProvider, defaultSystem } = await import('@chakra-ui/react');
  const menuAt = (path: string, session: Session) => {
    const list = createElement(SessionContext, { value: session }, createElement(NavList));
    const router = createElement(MemoryRouter, { initialEntries: [path] }, list);
    return renderToStaticMarkup(createElement(ChakraProvider, { value: defaultSystem, children: router }));
  };
  const linkOf = (html: string) => /<a[^>]*href="\/sample"[^>]*>/.exec(html)?.[0];
  expect(linkOf(menuAt('/sample/1', admin))).toContain('aria-current="page"');
  expect(linkOf(menuAt('/monitors', admin))).not.toContain('aria-current');
  expect(linkOf(menuAt('/monitors', sessionOf(false)))).toBeUndefined();
});

it('is open only to those of its rule', async () => {
  const { decideAccess } = await import('../domain/access.ts');
  for (const path of ['/sample', '/sample/1']) {
    expect(decideAccess(path, admin)).toBeNull();
    expect(decideAccess(path, sessionOf(false))).toEqual({ redirectTo: '/monitors' });
    expect(decideAccess(path, { state: 'signed-out' })).toEqual({ redirectTo: '/login' });
  }
});

it('is loaded in advance by default, and has a budget with its texts', async () => {
  const { NEXT_PARTS } = await import('../app/pages.tsx');
  expect(NEXT_PARTS.ofAdmins).toHaveLength(SCREENS.filter(({ access }) => access === 'admin').length + 1);
  expect(await NEXT_PARTS.ofAdmins.at(-1)?.()).toMatchObject({ default: Sample });
  const { BUDGETS } = await import('../../build/budgets.ts');
  const budget = BUDGETS.find(({ route }) => route === '/sample');
  expect(budget).toMatchObject({ kib: 123 });
  expect(budget).toHaveProperty(
    'parts',
    expect.arrayContaining(['features/reports/reports-page.tsx', 'locales/reports-{language}.json']),
  );
});
