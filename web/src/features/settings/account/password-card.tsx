import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { auth } from '../../../lib/firebase/auth.ts';
import { SettingsCard } from '../layout.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { hasPassword } from './sign-in-methods.ts';

/** Changes the password; an account that only signs in with Google can set one. */
export function PasswordCard() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<'changed' | 'wasSet' | null>(null);
  const toChange = hasPassword(auth.currentUser);
  return (
    <SettingsCard
      id="password"
      title={t('account.password.title')}
      text={t(toChange ? 'account.password.text' : 'account.password.googleText')}
    >
      {done && <Notice kind="success">{t(`account.password.${done}`)}</Notice>}
      <Button
        variant="outline"
        borderColor="edge"
        alignSelf="flex-start"
        onClick={() => {
          setDone(null);
          setOpen(true);
        }}
      >
        {t(toChange ? 'account.password.change' : 'account.password.set')}
      </Button>
      {isOpen && (
        <PasswordDialog
          toChange={toChange}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setDone(toChange ? 'changed' : 'wasSet');
          }}
        />
      )}
    </SettingsCard>
  );
}
