import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { afterSignIn } from '../../domain/access.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { requestedPath } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { pendingEmail } from '../../lib/session/pending-email.ts';
import { useSession } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import { TextLink } from '../../ui/navigation/links.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';
import { loginErrorKey } from './provider/auth-errors.ts';
import { loadSignIn } from './provider/load-sign-in.ts';
import { useContinueAfterSignIn } from './use-continue-after-sign-in.ts';

const ResetDialog = lazyPart(() => import('./reset-dialog.tsx'));

/** /login. It redirects only once the session itself is verified; before that, the access rules would redirect back. */
export default function LoginPage() {
  const { t } = useTranslation();
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

/** Sign-in by email and password, or with Google. The saved address is filled in, with a note once it is verified. */
export function LoginForm({ onSignedIn }: Props) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<ParseKeys | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [saved] = useState(pendingEmail);
  const [resetEmail, setResetEmail] = useState<string | null>(null);
  const [isRemembered, setRemembered] = useState(true);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = textIn(event.currentTarget, 'email').trim();
    const password = textIn(event.currentTarget, 'password');
    const empty = [...(email === '' ? ['email'] : []), ...(password === '' ? ['password'] : [])];
    setMissing(empty);
    if (empty.length > 0) return setProblem('login.errors.empty');
    setProblem(null);
    setBusy(true);
    try {
      const { remember, signIn } = await loadSignIn();
      await remember(isRemembered);
      await signIn(email, password);
      onSignedIn();
    } catch (thrown) {
      setProblem(loginErrorKey(authCode(thrown)));
    }
    setBusy(false);
  }

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
          name="email"
          isInvalid={missing.includes('email')}
          defaultValue={saved?.email ?? ''}
        />
        <PasswordField
          label={t('login.password')}
          autoComplete="current-password"
          name="password"
          isInvalid={missing.includes('password')}
        />
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <CheckField checked={isRemembered} onChange={setRemembered}>
            {t('login.remember')}
          </CheckField>
          <Button
            variant="plain"
            px="0"
            color="accent"
            onClick={(event) => setResetEmail(textIn(event.currentTarget.form, 'email').trim())}
          >
            {t('login.forgot')}
          </Button>
        </Flex>
        <BusyButton type="submit" colorPalette="accent" h="11" loading={busy}>
          {t('login.submit')}
        </BusyButton>
      </chakra.form>
      <GoogleButton
        text={t('login.google')}
        otherError="login.errors.googleOther"
        onStart={async () => (await loadSignIn()).remember(isRemembered)}
        onSignedIn={onSignedIn}
        onError={setProblem}
      />
      {resetEmail !== null && (
        <Suspense fallback={null}>
          <ResetDialog initialEmail={resetEmail} onClose={() => setResetEmail(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Reads a field of the form. */
function textIn(form: HTMLFormElement | null, name: string): string {
  const value = form && new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
