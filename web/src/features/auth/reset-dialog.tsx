import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { sendPasswordResetEmail } from 'firebase/auth';
import type { ParseKeys } from 'i18next';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../lib/firebase/auth.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { resetErrorKey } from './auth-errors.ts';

type Props = {
  /** The address entered in the sign-in form. */
  initialEmail: string;
  onClose: () => void;
};

/** Sends the password reset mail to an address that the user enters, and confirms it. */
export default function ResetDialog({ initialEmail, onClose }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [email, setEmail] = useState(initialEmail);
  const [problem, setProblem] = useState<ParseKeys | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    const invalid = addressProblem(address);
    if (invalid) return setProblem(invalid);
    setBusy(true);
    setProblem(null);
    const failed = await sendReset(address);
    setProblem(failed);
    if (!failed) setSentTo(address);
    setBusy(false);
  }

  return (
    <AppDialog
      open
      onClose={onClose}
      title={t('login.reset.title')}
      footer={
        sentTo === null ? (
          <>
            <Button variant="outline" onClick={onClose}>
              {t('cancel')}
            </Button>
            <BusyButton type="submit" form={formId} colorPalette="accent" loading={busy}>
              {t('login.reset.send')}
            </BusyButton>
          </>
        ) : (
          <Button colorPalette="accent" onClick={onClose}>
            {t('close')}
          </Button>
        )
      }
    >
      {sentTo === null ? (
        <chakra.form id={formId} noValidate onSubmit={(event) => void send(event)}>
          <Flex direction="column" gap="4">
            <Text color="text.muted">{t('login.reset.explain')}</Text>
            <TextField
              label={t('login.email')}
              type="email"
              autoComplete="username"
              value={email}
              error={problem ? t(problem) : undefined}
              onChange={(event) => {
                setProblem(null);
                setEmail(event.currentTarget.value);
              }}
            />
          </Flex>
        </chakra.form>
      ) : (
        <Notice kind="success">{t('login.reset.sent', { email: sentTo })}</Notice>
      )}
    </AppDialog>
  );
}

/** Rejects texts that are no address; for some of them the provider responds as if the account did not exist. */
function addressProblem(address: string): ParseKeys | null {
  if (address === '') return 'login.reset.errors.empty';
  return /^[^\s@]+@[^\s@]+$/.test(address) ? null : 'login.reset.errors.badEmail';
}

/** Returns the message if it failed, else null. */
async function sendReset(email: string): Promise<ParseKeys | null> {
  try {
    await sendPasswordResetEmail(auth, email);
    return null;
  } catch (thrown) {
    return resetErrorKey(authCode(thrown));
  }
}
