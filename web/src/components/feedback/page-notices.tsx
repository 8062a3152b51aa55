import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/browser/online.ts';
import type { Live } from '../../lib/live/use-live.ts';
import { useNewVersion } from '../../lib/parts/new-version.ts';
import { Notice } from './notice.tsx';

/** A notice on every page, one at a time: that there is no network, or that a new version of the app is available. */
export function AppNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  const isNewOut = useNewVersion();
  if (!online) return <Notice kind="info">{t('offline')}</Notice>;
  if (!isNewOut) return null;
  const reload = (
    <Button size="sm" variant="outline" borderColor="edge" onClick={() => window.location.reload()}>
      {t('late.reload')}
    </Button>
  );
  return (
    <Notice kind="info" action={reload}>
      {t('late.newVersion')}
    </Notice>
  );
}

/** Problems of live data: no updates arrive, or some documents could not be read. */
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
