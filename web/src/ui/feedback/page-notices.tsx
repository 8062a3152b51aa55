import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/browser/online.ts';
import type { Live } from '../../lib/live/firestore-listeners.ts';
import { useNewVersion } from '../../lib/parts/new-version.ts';
import { Notice } from './notice.tsx';

/** The notice on every page: offline, or a new version of the app is available. */
export function AppNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  const hasNewVersion = useNewVersion();
  if (!online) return <Notice kind="info">{t('offline')}</Notice>;
  if (!hasNewVersion) return null;
  const reload = (
    <Button size="sm" variant="outline" onClick={() => window.location.reload()}>
      {t('newVersion.reload')}
    </Button>
  );
  return (
    <Notice kind="info" action={reload}>
      {t('newVersion.available')}
    </Notice>
  );
}

/** Problems of live data: updates are interrupted, or some documents could not be read. */
export function LiveNotices({ live }: { live: Live<{ unreadable: number }> }) {
  const { t } = useTranslation();
  const unreadable = live.data?.unreadable ?? 0;
  return (
    <>
      {live.error && live.data && <Notice kind="info">{t('live.interrupted')}</Notice>}
      {unreadable > 0 && <Notice kind="info">{t('live.unreadable', { count: unreadable })}</Notice>}
    </>
  );
}
