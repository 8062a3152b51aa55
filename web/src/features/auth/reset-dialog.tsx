import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { sendPasswordResetEmail } from 'firebase/auth';
import type { ParseKeys } from 'i18next';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaving } from '../../lib/api/use-saving.ts';
import { auth, setMailLanguage } from '../../lib/firebase/auth.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { resetErrorKey } from './provider/auth-errors.ts';

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
  const [invalid, setInvalid] = useState<ParseKeys | null>(null);
  const { isBusy, done: sentTo, failure, save, forget } = useSaving<string>();
  const problem = invalid ?? (failure === null ? null : resetErrorKey(authCode(failure)));

  function send(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    const found = addressProblem(address);
    setInvalid(found);
    if (found) return;
    void save(async () => {
      setMailLanguage();
      await sendPasswordResetEmail(auth, address).catch((error: unknown) => {
        if (resetErrorKey(authCode(error)) !== null) throw error;
      });
      return address;
    });
  }

  return (
    <AppDialog
      open
      onClose={onClose}
      title={t('login.reset.title')}
      footer={
        sentTo === undefined ? (
          <>
            <Button variant="outline" onClick={onClose}>
              {t('cancel')}
            </Button>
            <BusyButton type="submit" form={formId} colorPalette="accent" loading={isBusy}>
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
      {sentTo === undefined ? (
        <chakra.form id={formId} noValidate onSubmit={send}>
          <Flex direction="column" gap="4">
            <Text color="text.muted">{t('login.reset.explain')}</Text>
            <TextField
              label={t('login.email')}
              type="email"
              autoComplete="username"
              value={email}
              error={problem ? t(problem) : undefined}
              onChange={(event) => {
                setInvalid(null);
                forget();
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
