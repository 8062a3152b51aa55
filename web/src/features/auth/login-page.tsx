import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { TextLink } from '../../components/navigation/links.tsx';
import { afterSignIn } from '../../lib/access.ts';
import { askedPath } from '../../lib/navigation-state.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';
import { useGoesOn } from './use-goes-on.ts';

/** /login. It continues once the session itself is verified; earlier, the access rules would redirect back. */
export default function LoginPage() {
  const { t } = useTranslation();
  useTitle(t('login.submit'));
  const session = useSession();
  const { state } = useLocation();
  const { goesOn, signedIn, onSignedIn } = useGoesOn();
  if (goesOn) return <Navigate to={afterSignIn(askedPath(state))} replace />;
  if (signedIn && session.state === 'unverified') return <Navigate to={PATHS.verifyEmail} replace state={state} />;
  return (
    <AuthLayout title={t('login.title')}>
      <LoginForm onSignedIn={onSignedIn} />
      <Text color="text.muted" mt="6" textAlign="center">
        {t('login.noAccount')}{' '}
        <TextLink to={PATHS.signup} state={state}>
          {t('login.toSignup')}
        </TextLink>
      </Text>
    </AuthLayout>
  );
}
