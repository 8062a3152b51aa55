import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { CheckField } from '../../components/form/check-field.tsx';
import { PasswordField, TextField } from '../../components/form/text-field.tsx';
import { TextLink } from '../../components/navigation/links.tsx';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { requestedPath } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { afterSignIn } from '../../lib/session/access.ts';
import { pendingEmail } from '../../lib/session/pending-email.ts';
import { useSession } from '../../lib/session/session.ts';
import { loginErrorKey } from './auth-errors.ts';
import { AuthLayout } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { remember, signIn } from './sign-in.ts';
import { useContinueAfterSignIn } from './use-continue-after-sign-in.ts';

/** /login. It redirects only once the session itself is verified; before that, the access rules would redirect back. */
export default function LoginPage() {
  const { t } = useTranslation();
  useTitle(t('login.submit'));
  const session = useSession();
  const { state } = useLocation();
  const { shouldContinue, signedIn, onSignedIn } = useContinueAfterSignIn();
  if (shouldContinue) return <Navigate to={afterSignIn(requestedPath(state))} replace />;
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

type Props = { onSignedIn: () => void };

/** Sign-in by e-mail and password, or with Google. The saved address is filled in, with a note once it is verified. */
export function LoginForm({ onSignedIn }: Props) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<ParseKeys | null>(null);
  const [saved] = useState(pendingEmail);
  const [resetEmail, setResetEmail] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: saved?.email ?? '', password: '', remember: true } });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    const email = values.email.trim();
    if (email === '' || values.password === '') return setProblem('login.errors.empty');
    try {
      await remember(values.remember);
      await signIn(email, values.password);
      onSignedIn();
    } catch (thrown) {
      setProblem(loginErrorKey(authCode(thrown)));
    }
  });

  return (
    <>
      <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
        {saved?.isVerified && !problem && (
          <Notice kind="success">
            <Text fontWeight="medium">{t('verify.success')}</Text>
            <Text textStyle="sm" overflowWrap="anywhere">
              {t('login.verified', { email: saved.email })}
            </Text>
          </Notice>
        )}
        {problem && <Notice kind="error">{t(problem)}</Notice>}
        <TextField
          label={t('login.email')}
          type="email"
          autoComplete="username"
          placeholder={t('login.emailPlaceholder')}
          {...form.register('email')}
        />
        <PasswordField label={t('login.password')} autoComplete="current-password" {...form.register('password')} />
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <Controller
            control={form.control}
            name="remember"
            render={({ field }) => (
              <CheckField checked={field.value} onChange={field.onChange}>
                {t('login.remember')}
              </CheckField>
            )}
          />
          <Button variant="plain" px="0" color="accent" onClick={() => setResetEmail(form.getValues('email').trim())}>
            {t('login.forgot')}
          </Button>
        </Flex>
        <BusyButton type="submit" colorPalette="accent" h="11" loading={form.formState.isSubmitting}>
          {t('login.submit')}
        </BusyButton>
      </chakra.form>
      <GoogleButton
        text={t('login.google')}
        otherError="login.errors.googleOther"
        onStart={() => remember(form.getValues('remember'))}
        onSignedIn={onSignedIn}
        onError={setProblem}
      />
      {resetEmail !== null && <ResetDialog initialEmail={resetEmail} onClose={() => setResetEmail(null)} />}
    </>
  );
}
