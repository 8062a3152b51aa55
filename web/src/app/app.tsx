import { ChakraProvider, createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  Outlet,
  type RouteObject,
  RouterProvider,
  ScrollRestoration,
  useRouteError,
} from 'react-router-dom';
import { SWRConfig } from 'swr';
import LoginPage from '../features/auth/login-page.tsx';
import { PATHS } from '../lib/navigation/paths.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { FailedPage } from '../ui/feedback/failed-page.tsx';
import { lazyPage } from '../ui/feedback/lazy-part.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { ButtonLink } from '../ui/navigation/links.tsx';
import { look } from '../ui/theme/look.ts';
import { chakraRecipes, ownRecipes } from '../ui/theme/recipes.ts';
import { NEXT_PARTS, PARTS } from './pages.ts';
import { SessionRoot } from './session-root.tsx';

/** Chakra with Farwatch's tokens and only the recipes in use. */
const system = createSystem(defaultBaseConfig, chakraRecipes, look, ownRecipes);

const AppShell = lazyPage(PARTS.shell);
const Signup = lazyPage(PARTS.signup);
const VerifyEmail = lazyPage(PARTS.verifyEmail);
const Checkout = lazyPage(PARTS.checkout);
const PaymentSuccess = lazyPage(PARTS.paymentSuccess);
const Monitors = lazyPage(PARTS.monitors);
const Monitor = lazyPage(PARTS.monitor);
const Endpoint = lazyPage(PARTS.endpoint);
const MonitorFormPage = lazyPage(PARTS.monitorForm);
const Incidents = lazyPage(PARTS.incidents);
const Maintenance = lazyPage(PARTS.maintenance);
const Pages = lazyPage(PARTS.pages);
const PageEditor = lazyPage(PARTS.pageEditor);
const Reports = lazyPage(PARTS.reports);
const Settings = lazyPage(PARTS.settings);
const Agents = lazyPage(PARTS.agents);
const Agent = lazyPage(PARTS.agent);
const RegisterAgent = lazyPage(PARTS.registerThisAgent);
const SharedIncident = lazyPage(PARTS.sharedIncident);

const inShell: RouteObject[] = [
  { path: PATHS.monitors, Component: Monitors },
  { path: PATHS.newMonitor, Component: MonitorFormPage },
  { path: '/monitor/:id', Component: Monitor },
  { path: '/monitor/:id/edit', Component: MonitorFormPage },
  { path: '/endpoint/:id', Component: Endpoint },
  { path: PATHS.incidents, Component: Incidents },
  { path: PATHS.maintenance, Component: Maintenance },
  { path: PATHS.pages, Component: Pages },
  { path: PATHS.newPage, Component: PageEditor },
  { path: '/pages/:slug', Component: PageEditor },
  { path: PATHS.reports, Component: Reports },
  { path: PATHS.agents, Component: Agents },
  { path: '/agents/:id', Component: Agent },
  { path: PATHS.settings, Component: Settings },
  { path: '*', Component: NotFound },
];

/** The app's routes. session-root.tsx applies the access rules to all of them. */
const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: Crash,
    children: [
      // Without a session: the user with the code may have no account, or be signed in to another one.
      { path: PATHS.registerThisAgent, Component: RegisterAgent },
      // Whoever has the link may see it, signed in or not.
      { path: `${PATHS.sharedIncident}:token`, Component: SharedIncident },
      {
        element: <SessionRoot afterSignIn={NEXT_PARTS.afterSignIn} />,
        children: [
          { path: PATHS.landing, Component: PublicPage },
          { path: PATHS.login, Component: LoginPage },
          { path: PATHS.signup, Component: Signup },
          { path: PATHS.verifyEmail, Component: VerifyEmail },
          { path: PATHS.checkout, Component: Checkout },
          { path: PATHS.paymentSuccess, Component: PaymentSuccess },
          { element: <AppShell next={NEXT_PARTS} />, children: [{ ErrorBoundary: Crash, children: inShell }] },
        ],
      },
    ],
  },
]);

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
