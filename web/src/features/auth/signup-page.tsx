import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { TextLink } from '../../components/navigation/links.tsx';
import { afterSignIn } from '../../lib/access.ts';
import { askedPath } from '../../lib/navigation-state.ts';
import { PATHS } from '../../lib/paths.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SignupForm } from './signup-form.tsx';
import { useGoesOn } from './use-goes-on.ts';

/** /signup. */
export default function SignupPage() {
  const { t } = useTranslation();
  useTitle(t('signup.submit'));
  const { state } = useLocation();
  const { goesOn, onSignedIn } = useGoesOn();
  if (goesOn) return <Navigate to={afterSignIn(askedPath(state))} replace />;
  return (
    <AuthLayout title={t('signup.title')}>
      <SignupForm onSignedIn={onSignedIn} />
      <Text color="text.muted" mt="6" textAlign="center">
        {t('signup.haveAccount')}{' '}
        <TextLink to={PATHS.login} state={state}>
          {t('signup.toLogin')}
        </TextLink>
      </Text>
    </AuthLayout>
  );
}
