import { Button } from '@chakra-ui/react';
import { sendPasswordResetEmail } from 'firebase/auth';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { auth } from '../../../lib/firebase/auth.ts';
import { authCode } from '../../../lib/firebase/auth-code.ts';
import { SettingsCard } from '../layout.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { authProblem } from './prove-identity.ts';
import { hasPassword } from './sign-in-methods.ts';

/** Changes the password; an account that only signs in with Google can request a mail to set one. */
export function PasswordCard() {
  return hasPassword(auth.currentUser) ? <ChangePassword /> : <SetPassword email={auth.currentUser?.email ?? ''} />;
}

function ChangePassword() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);

  function open() {
    setChanged(false);
    setOpen(true);
  }

  function onChanged() {
    setOpen(false);
    setChanged(true);
  }

  return (
    <SettingsCard id="password" title={t('account.password.title')} text={t('account.password.text')}>
      {isChanged && <Notice kind="success">{t('account.password.changed')}</Notice>}
      <Button variant="outline" borderColor="edge" alignSelf="flex-start" onClick={open}>
        {t('account.password.change')}
      </Button>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} onChanged={onChanged} />}
    </SettingsCard>
  );
}

type Sending = 'no' | 'under way' | 'sent' | { failed: ParseKeys };

function SetPassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const [sending, setSending] = useState<Sending>('no');

  async function send() {
    setSending('under way');
    try {
      await sendPasswordResetEmail(auth, email);
      setSending('sent');
    } catch (thrown) {
      setSending({ failed: authProblem(authCode(thrown), 'login.reset.errors.other')?.text ?? 'account.errors.other' });
    }
  }

  return (
    <SettingsCard id="password" title={t('account.password.title')} text={t('account.password.googleText')}>
      {sending === 'sent' && <Notice kind="success">{t('account.password.sent', { email })}</Notice>}
      {typeof sending === 'object' && <Notice kind="error">{t(sending.failed)}</Notice>}
      <BusyButton
        variant="outline"
        borderColor="edge"
        alignSelf="flex-start"
        loading={sending === 'under way'}
        onClick={() => void send()}
      >
        {t('account.password.send')}
      </BusyButton>
    </SettingsCard>
  );
}
