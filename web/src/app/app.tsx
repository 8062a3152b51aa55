import { ChakraProvider, createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  createPath,
  isRouteErrorResponse,
  Outlet,
  parsePath,
  type RouterNavigateOptions,
  RouterProvider,
  ScrollRestoration,
  type To,
  useRouteError,
} from 'react-router-dom';
import { SWRConfig } from 'swr';
import { PATHS } from '../lib/navigation/paths.ts';
import { accountIn, inAccount, NAMED_ACCOUNT } from '../lib/session/account-address.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { FailedPage } from '../ui/feedback/failed-page.tsx';
import { lazyPage } from '../ui/feedback/lazy-part.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { ButtonLink } from '../ui/navigation/links.tsx';
import { look } from '../ui/theme/look.ts';
import { chakraRecipes, ownRecipes } from '../ui/theme/recipes.ts';
import { loadShell, NEXT_PARTS, routesFor } from './pages.tsx';
import { SessionRoot } from './session-root.tsx';

/** Chakra with Farwatch's tokens and only the recipes in use. */
const system = createSystem(defaultBaseConfig, chakraRecipes, look, ownRecipes);

const AppShell = lazyPage(loadShell);

/** The app's routes. session-root.tsx applies the access rules to all of them. */
const router = keepAccount(
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: Crash,
      children: [
        ...routesFor('anyone'),
        {
          element: <SessionRoot afterSignIn={NEXT_PARTS.afterSignIn} />,
          children: [
            { path: PATHS.landing, Component: PublicPage },
            ...routesFor('public', 'sign-in', 'unverified'),
            {
              element: <AppShell next={NEXT_PARTS} />,
              children: [
                { ErrorBoundary: Crash, children: [...routesFor('user', 'admin'), { path: '*', Component: NotFound }] },
              ],
            },
          ],
        },
      ],
    },
  ]),
);

/** Lets each address of the app name the account of this document. The address of another account is loaded. */
function keepAccount(routes: ReturnType<typeof createBrowserRouter>) {
  const { createHref, navigate } = routes;
  const goTo = (to: To, options?: RouterNavigateOptions) => {
    const address = inAccount(typeof to === 'string' ? parsePath(to) : to, NAMED_ACCOUNT);
    if (accountIn(address) === NAMED_ACCOUNT) return navigate(address, options);
    window.location.assign(createPath(address));
    return Promise.resolve();
  };
  routes.createHref = (location) => createHref(inAccount(location, NAMED_ACCOUNT));
  routes.navigate = (to: To | number | null, options?: RouterNavigateOptions) =>
    typeof to === 'number' ? navigate(to) : goTo(to ?? '', options);
  return routes;
}

/** The providers that need neither a session nor Firebase; session-root.tsx adds those that do. */
export function App() {
  return (
    <ChakraProvider value={system}>
      <SWRConfig value={{ revalidateOnFocus: true, focusThrottleInterval: 30_000 }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </ChakraProvider>
  );
}

/** The landing page is a separate document: opening its address within the app loads that document. */
function PublicPage() {
  useEffect(() => window.location.replace(PATHS.landing), []);
  return <Loading tall />;
}

function Root() {
  return (
    <Suspense fallback={<Loading tall />}>
      <Outlet />
      <ScrollRestoration />
    </Suspense>
  );
}

/** Shown when a page, or the router itself, fails to render. */
function Crash() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <FailedPage title={isRouteErrorResponse(error) ? t('crash.router') : t('crash.title')} hint={t('crash.hint')} />
  );
}

/** Shown for an unknown address. */
function NotFound() {
  const { t } = useTranslation();
  const action = (
    <ButtonLink to={PATHS.monitors} colorPalette="accent">
      {t('notFound.action')}
    </ButtonLink>
  );
  return <EmptyState isPage title={t('notFound.title')} hint={t('notFound.hint')} action={action} />;
}
