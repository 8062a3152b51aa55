import { useTranslation } from 'react-i18next';
import type { Live } from '../lib/live/use-live.ts';
import { Notice } from './notice.tsx';

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
