import { lazy, Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { hasStoredSession } from '../lib/firebase/stored-session.ts';
import { PATHS } from '../lib/paths.ts';
import { Crash } from './crash.tsx';
import { NotFound } from './not-found.tsx';
import { PARTS } from './pages.ts';

const SessionRoot = lazy(PARTS.session);
const AppShell = lazy(PARTS.shell);
const Landing = lazy(PARTS.landing);
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

/** The public page needs Firebase only where somebody may be signed in. */
function Home() {
  return hasStoredSession() ? <SessionRoot /> : <Outlet />;
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

/** The addresses of spec 2. Who may see them is decided in session-root.tsx, for all of them alike. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: Crash,
    children: [
      { path: PATHS.landing, Component: Home, children: [{ index: true, Component: Landing }] },
      {
        Component: SessionRoot,
        children: [
          { path: PATHS.login, Component: Login },
          { path: PATHS.signup, Component: Signup },
          { path: PATHS.verifyEmail, Component: VerifyEmail },
          { path: PATHS.checkout, Component: Checkout },
          { path: PATHS.paymentSuccess, Component: PaymentSuccess },
          { path: PATHS.joinAgent, Component: JoinAgent },
          { Component: AppShell, children: [{ ErrorBoundary: Crash, children: inShell }] },
        ],
      },
    ],
  },
]);
