import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../lib/navigation/paths.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

/** Shown at the address of an account that the person does not belong to, or no longer. */
export default function NotMember() {
  const { t } = useTranslation();
  const leave = () => window.location.assign(PATHS.monitors);
  const action = (
    <Button colorPalette="accent" onClick={leave}>
      {t('accounts.openOwn')}
    </Button>
  );
  return <EmptyState isPage title={t('accounts.notMember')} hint={t('accounts.notMemberHint')} action={action} />;
}
