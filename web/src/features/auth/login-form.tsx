import { Button, chakra, Flex } from '@chakra-ui/react';
import { sendPasswordResetEmail } from 'firebase/auth';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../components/form/check-field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { auth } from '../../lib/firebase/auth.ts';
import { authCode, loginErrorKey } from './auth-errors.ts';
import { GoogleButton } from './google-button.tsx';
import { remember, signIn } from './sign-in.ts';

type Message = { kind: 'error' | 'success'; text: string };
type Props = { onSignedIn: () => void };

/** Sign-in by e-mail and password, or by Google. */
export function LoginForm({ onSignedIn }: Props) {
  const { t } = useTranslation();
  const [message, setMessage] = useState<Message | null>(null);
  const form = useForm({ defaultValues: { email: '', password: '', remember: true } });
  const fail = (key: ParseKeys) => setMessage({ kind: 'error', text: t(key) });

  const submit = form.handleSubmit(async (values) => {
    setMessage(null);
    const email = values.email.trim();
    if (email === '' || values.password === '') return fail('login.errors.empty');
    try {
      await remember(values.remember);
      await signIn(email, values.password);
      onSignedIn();
    } catch (thrown) {
      fail(loginErrorKey(authCode(thrown)));
    }
  });

  async function sendReset() {
    const email = form.getValues('email').trim();
    if (email === '') return fail('login.resetNeedsEmail');
    try {
      await sendPasswordResetEmail(auth, email);
    } catch (thrown) {
      // Not said to strangers: whether an address has an account.
      if (authCode(thrown) !== 'auth/user-not-found') return fail('login.errors.resetFailed');
    }
    setMessage({ kind: 'success', text: t('login.resetSent', { email }) });
  }

  return (
    <>
      <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={(event) => void submit(event)}>
        {message && <Notice kind={message.kind}>{message.text}</Notice>}
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
          <Button variant="plain" px="0" color="accent" onClick={() => void sendReset()}>
            {t('login.forgot')}
          </Button>
        </Flex>
        <Button type="submit" colorPalette="accent" h="11" loading={form.formState.isSubmitting}>
          {t('login.submit')}
        </Button>
      </chakra.form>
      <GoogleButton
        text={t('login.google')}
        otherError="login.errors.googleOther"
        onStart={() => remember(form.getValues('remember'))}
        onSignedIn={onSignedIn}
        onError={fail}
      />
    </>
  );
}
