import { lazy, Suspense, useEffect } from 'react';
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { PATHS } from '../lib/paths.ts';
import { Crash } from './crash.tsx';
import { NotFound } from './not-found.tsx';
import { PARTS } from './pages.ts';

const SessionRoot = lazy(PARTS.session);
const AppShell = lazy(PARTS.shell);
const Login = lazy(PARTS.login);
const Signup = lazy(PARTS.signup);
const VerifyEmail = lazy(PARTS.verifyEmail);
const Checkout = lazy(PARTS.checkout);
const PaymentSuccess = lazy(PARTS.paymentSuccess);
const Monitors = lazy(PARTS.monitors);
const Monitor = lazy(PARTS.monitor);
const Endpoint = lazy(PARTS.endpoint);
const MonitorForm = lazy(PARTS.monitorForm);
const Incidents = lazy(PARTS.incidents);
const Settings = lazy(PARTS.settings);
const Agents = lazy(PARTS.agents);
const Agent = lazy(PARTS.agent);
const JoinAgent = lazy(PARTS.joinAgent);

/** The public page is a document of its own: whoever comes to its address within the app is sent there. */
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

const inShell: RouteObject[] = [
  { path: PATHS.monitors, Component: Monitors },
  { path: PATHS.newMonitor, Component: MonitorForm },
  { path: '/monitor/:id', Component: Monitor },
  { path: '/monitor/:id/edit', Component: MonitorForm },
  { path: '/endpoint/:id', Component: Endpoint },
  { path: PATHS.incidents, Component: Incidents },
  { path: PATHS.agents, Component: Agents },
  { path: '/agents/:id', Component: Agent },
  { path: PATHS.settings, Component: Settings },
  { path: '*', Component: NotFound },
];

/** The addresses of spec 2. Who may see them is decided in session-root.tsx, for all below it alike. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: Crash,
    children: [
      // The same for everybody: whoever holds a code may have no account, or be signed in to another.
      { path: PATHS.joinAgent, Component: JoinAgent },
      {
        Component: SessionRoot,
        children: [
          { path: PATHS.landing, Component: PublicPage },
          { path: PATHS.login, Component: Login },
          { path: PATHS.signup, Component: Signup },
          { path: PATHS.verifyEmail, Component: VerifyEmail },
          { path: PATHS.checkout, Component: Checkout },
          { path: PATHS.paymentSuccess, Component: PaymentSuccess },
          { Component: AppShell, children: [{ ErrorBoundary: Crash, children: inShell }] },
        ],
      },
    ],
  },
]);
