import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Loading } from '../../components/feedback/loading.tsx';
import { ENV } from '../../lib/env.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { Pending } from './pending.tsx';
import { VERIFIED_QUERY } from './sign-in.ts';
import { Verified, Verifying } from './verify-steps.tsx';

/** /verify-email: redeems the code if there is one, otherwise shows the state of the address. */
export default function VerifyPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const code = query.get('oobCode');
  const verified = query.get(VERIFIED_QUERY);
  const isPasswordReset = code !== null && query.get('mode') === 'resetPassword';
  useEffect(() => {
    if (isPasswordReset) window.location.replace(providerPage(query));
  }, [isPasswordReset, query]);
  if (isPasswordReset) return <Loading tall />;
  if (code !== null) {
    return (
      <AuthLayout>
        <Verifying code={code} />
      </AuthLayout>
    );
  }
  if (session.state === 'verified') return <Navigate to={PATHS.monitors} replace />;
  // Verified by the provider's page. For a signed-in user the session decides instead.
  if (verified && session.state === 'signed-out') {
    return (
      <AuthLayout>
        <Verified email={verified} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <Pending email={session.state === 'unverified' ? session.user.email : null} />
    </AuthLayout>
  );
}

/** The provider's page for setting a new password, for a link that came here instead. */
function providerPage(query: URLSearchParams): string {
  const page = ENV.emulators.auth
    ? `http://${ENV.emulators.auth}/emulator/action`
    : `https://${ENV.firebase.authDomain}/__/auth/action`;
  return `${page}?${query}`;
}
