import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { isFamilyNameFirst } from '@farwatch/core/values/languages';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { afterSignIn } from '../../domain/access.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { requestedPath } from '../../lib/navigation/navigation-state.ts';
import { PATHS, publicPath } from '../../lib/navigation/paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import { ButtonLink, TextLink } from '../../ui/navigation/links.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';
import { signupErrorKey } from './provider/auth-errors.ts';
import { loadSignIn, loadSignUp } from './provider/load-sign-in.ts';
import { providerProblem, type SignupFields, type SignupProblem, signupProblem } from './signup-fields.ts';
import { useContinueAfterSignIn } from './use-continue-after-sign-in.ts';

export default function SignupPage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const { shouldContinue, onSignedIn } = useContinueAfterSignIn();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (shouldContinue) return <Navigate to={afterSignIn(requestedPath(state))} replace />;
  if (sentTo !== null) return <SignedUp email={sentTo} onOther={() => setSentTo(null)} />;
  return (
    <AuthLayout title={t('signup.title')}>
      <SignupForm onSignedIn={onSignedIn} onSent={setSentTo} />
      <Agreement />
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

type Props = { onSignedIn: () => void; onSent: (email: string) => void };

/** Creates an account by email or with Google. */
export function SignupForm({ onSignedIn, onSent }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [problem, setProblem] = useState<SignupProblem | null>(null);
  const form = useForm({ defaultValues: EMPTY });

  const submit = form.handleSubmit(async (fields) => {
    const invalid = signupProblem(fields);
    show(invalid);
    if (invalid) return;
    try {
      const { signUp } = await loadSignUp();
      await signUp(fields);
      onSent(fields.email.trim());
    } catch (thrown) {
      show(providerProblem(signupErrorKey(authCode(thrown))));
    }
  });

  function show(found: SignupProblem | null) {
    setProblem(found);
    const [given] = found?.fields ?? [];
    // The family name may be the first field.
    const first = isFamilyNameFirst(language) && found?.fields.includes('lastName') ? 'lastName' : given;
    if (first) form.setFocus(first);
  }

  const field = (name: keyof SignupFields) => ({
    ...form.register(name),
    isInvalid: problem?.fields.includes(name),
  });

  const names = [
    <TextField key="first" label={t('signup.firstName')} autoComplete="given-name" {...field('firstName')} />,
    <TextField key="last" label={t('signup.lastName')} autoComplete="family-name" {...field('lastName')} />,
  ];
  return (
    <>
      <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
        {problem && <Notice kind="error">{t(problem.text)}</Notice>}
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="4">
          {isFamilyNameFirst(language) ? names.toReversed() : names}
        </chakra.div>
        <TextField label={t('signup.email')} type="email" autoComplete="username" {...field('email')} />
        <PasswordField
          label={t('signup.password')}
          hint={t('signup.passwordHint')}
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordField label={t('signup.confirm')} autoComplete="new-password" {...field('confirm')} />
        <BusyButton type="submit" colorPalette="accent" h="11" loading={form.formState.isSubmitting}>
          {t('signup.submit')}
        </BusyButton>
      </chakra.form>
      <GoogleButton
        text={t('signup.google')}
        otherError="signup.errors.googleOther"
        onStart={async () => (await loadSignIn()).remember(true)}
        onSignedIn={onSignedIn}
        onError={(text) => setProblem(text && providerProblem(text))}
      />
    </>
  );
}

/** Shown in place of the form once the verification mail is sent: what to do next. */
function SignedUp({ email, onOther }: { email: string; onOther: () => void }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const content = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => content.current?.focus(), []);
  return (
    <AuthLayout title={t('verify.pending')}>
      <Flex ref={content} tabIndex={-1} outline="0" direction="column" gap="4">
        <Notice kind="success">{t('signup.sent')}</Notice>
        <Text color="text.muted" overflowWrap="anywhere">
          {t('verify.sentTo', { email })}
        </Text>
        <ButtonLink to={PATHS.login} state={state} colorPalette="accent" w="full" h="11">
          {t('signup.goToLogin')}
        </ButtonLink>
        <Button variant="outline" w="full" h="11" onClick={onOther}>
          {t('signup.otherEmail')}
        </Button>
      </Flex>
    </AuthLayout>
  );
}

const PlainLink = chakra('a', {
  base: { textDecoration: 'underline', textUnderlineOffset: '3px', borderRadius: 'l1' },
});

/** The terms that a new account agrees to. The links open another tab, so that no input is lost. */
function Agreement() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Text color="text.muted" textStyle="sm" mt="4" textAlign="center">
      {t('signup.agree')}{' '}
      <PlainLink href={publicPath('/terms', language)} target="_blank">
        {t('signup.terms')}
      </PlainLink>
      {' · '}
      <PlainLink href={publicPath('/privacy', language)} target="_blank">
        {t('signup.privacy')}
      </PlainLink>
    </Text>
  );
}
