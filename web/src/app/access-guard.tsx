import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { decideAccess } from '../lib/access.ts';
import { askedPath } from '../lib/navigation-state.ts';
import { useSession } from '../lib/session.ts';
import { useClaims } from './use-claims.ts';
import { useForgetAccount } from './use-forget-account.ts';
import { useSignOut } from './use-sign-out.ts';

/** Shows the page if the access rules allow it, else redirects. The requested address is kept for after sign-in. */
export function AccessGuard() {
  const session = useSession();
  const location = useLocation();
  const isLeaving = useSignOut();
  useForgetAccount();
  useClaims();
  if (session.state === 'loading' || isLeaving) return <Loading tall />;
  const access = decideAccess(location.pathname, session);
  if (access) {
    const asked = askedPath(location.state) ?? `${location.pathname}${location.search}${location.hash}`;
    return <Navigate to={access.redirectTo} replace state={{ asked }} />;
  }
  return (
    <Suspense fallback={<Loading tall />}>
      <Outlet />
    </Suspense>
  );
}
