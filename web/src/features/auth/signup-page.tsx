import { chakra, Text } from '@chakra-ui/react';
import { isFamilyNameFirst } from '@farwatch/core/values/languages';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { PasswordField, TextField } from '../../components/form/text-field.tsx';
import { TextLink } from '../../components/navigation/links.tsx';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { requestedPath } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { afterSignIn } from '../../lib/session/access.ts';
import { signupErrorKey } from './auth-errors.ts';
import { AuthLayout } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';
import { loadSignIn, loadSignUp } from './load-sign-in.ts';
import { type SignupFields, signupProblem } from './signup-fields.ts';
import { useContinueAfterSignIn } from './use-continue-after-sign-in.ts';

export default function SignupPage() {
  const { t } = useTranslation();
  useTitle(t('signup.submit'));
  const { state } = useLocation();
  const { shouldContinue, onSignedIn } = useContinueAfterSignIn();
  if (shouldContinue) return <Navigate to={afterSignIn(requestedPath(state))} replace />;
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

const EMPTY: SignupFields = { firstName: '', lastName: '', email: '', password: '', confirm: '' };

/** Creates an account by e-mail or with Google. After success the form is empty and points to the verification mail. */
export function SignupForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [problem, setProblem] = useState<ParseKeys | null>(null);
  const [sent, setSent] = useState(false);
  const form = useForm({ defaultValues: EMPTY });

  const submit = form.handleSubmit(async (fields) => {
    setSent(false);
    const invalid = signupProblem(fields);
    setProblem(invalid);
    if (invalid) return;
    try {
      const { signUp } = await loadSignUp();
      await signUp(fields);
      form.reset(EMPTY);
      setSent(true);
    } catch (thrown) {
      setProblem(signupErrorKey(authCode(thrown)));
    }
  });

  const names = [
    <TextField key="first" label={t('signup.firstName')} autoComplete="given-name" {...form.register('firstName')} />,
    <TextField key="last" label={t('signup.lastName')} autoComplete="family-name" {...form.register('lastName')} />,
  ];
  return (
    <>
      <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
        {problem && <Notice kind="error">{t(problem)}</Notice>}
        {sent && (
          <Notice kind="success">
            {t('signup.sent')} <TextLink to={PATHS.login}>{t('signup.goToLogin')}</TextLink>
          </Notice>
        )}
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="4">
          {isFamilyNameFirst(language) ? names.toReversed() : names}
        </chakra.div>
        <TextField label={t('signup.email')} type="email" autoComplete="username" {...form.register('email')} />
        <PasswordField
          label={t('signup.password')}
          hint={t('signup.passwordHint')}
          autoComplete="new-password"
          {...form.register('password')}
        />
        <PasswordField label={t('signup.confirm')} autoComplete="new-password" {...form.register('confirm')} />
        <BusyButton type="submit" colorPalette="accent" h="11" loading={form.formState.isSubmitting}>
          {t('signup.submit')}
        </BusyButton>
      </chakra.form>
      <GoogleButton
        text={t('signup.google')}
        otherError="signup.errors.googleOther"
        onStart={async () => (await loadSignIn()).remember(true)}
        onSignedIn={onSignedIn}
        onError={setProblem}
      />
    </>
  );
}
