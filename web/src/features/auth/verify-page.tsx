import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Loading } from '../../components/loading.tsx';
import { ENV } from '../../lib/env.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import { Pending, Verifying } from './verify-steps.tsx';

/** /verify-email (spec 2): with a code it verifies, without one it says to look for the mail. */
export default function VerifyPage() {
  const { t } = useTranslation();
  useTitle(t('verify.success'));
  const session = useSession();
  const [query] = useSearchParams();
  const code = query.get('oobCode');
  const elsewhere = code !== null && query.get('mode') === 'resetPassword';
  useEffect(() => {
    if (elsewhere) window.location.replace(providerPage(query));
  }, [elsewhere, query]);
  if (elsewhere) return <Loading tall />;
  if (code === null && session.state === 'verified') return <Navigate to={PATHS.monitors} replace />;
  return <AuthLayout>{code === null ? <Pending /> : <Verifying code={code} />}</AuthLayout>;
}

/** The provider's page that sets a new password, for a link that came here instead. */
function providerPage(query: URLSearchParams): string {
  const page = ENV.emulators.auth
    ? `http://${ENV.emulators.auth}/emulator/action`
    : `https://${ENV.firebase.authDomain}/__/auth/action`;
  return `${page}?${query}`;
}
