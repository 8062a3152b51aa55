import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ClosingNotice from '../../../components/feedback/closing-notice.tsx';
import { useProfile } from '../../../lib/live/account.ts';
import { SettingsCard } from '../layout.tsx';
import { CloseDialog } from './close-dialog.tsx';

/** Closes the account after a confirmation; once it is closing, says when, and keeps it. */
export function CloseCard() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const closesAt = profile?.closesAt ?? null;
  return (
    <SettingsCard id="close" title={t('account.close.title')} text={t('account.close.text')}>
      {closesAt === null ? (
        <Button variant="outline" colorPalette="danger" alignSelf="flex-start" onClick={() => setOpen(true)}>
          {t('account.close.open')}
        </Button>
      ) : (
        <ClosingNotice closesAt={closesAt} />
      )}
      {isOpen && <CloseDialog plan={profile?.plan ?? null} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}
