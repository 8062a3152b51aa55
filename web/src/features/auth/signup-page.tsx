import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { TextLink } from '../../components/text-link.tsx';
import { afterSignIn } from '../../lib/access.ts';
import { askedPath } from '../../lib/navigation-state.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SignupForm } from './signup-form.tsx';

/** /signup. */
export default function SignupPage() {
  const { t } = useTranslation();
  useTitle(t('signup.submit'));
  const session = useSession();
  const { state } = useLocation();
  const [signedIn, setSignedIn] = useState(false);
  if (signedIn && session.state === 'verified') return <Navigate to={afterSignIn(askedPath(state))} replace />;
  return (
    <AuthLayout title={t('signup.title')}>
      <SignupForm onSignedIn={() => setSignedIn(true)} />
      <Text color="text.muted" mt="6" textAlign="center">
        {t('signup.haveAccount')}{' '}
        <TextLink to={PATHS.login} state={state}>
          {t('signup.toLogin')}
        </TextLink>
      </Text>
    </AuthLayout>
  );
}
