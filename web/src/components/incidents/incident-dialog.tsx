import { Button } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useIncident } from '../../lib/live/incidents.ts';
import { useSession } from '../../lib/session/session.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Notice } from '../feedback/notice.tsx';
import { AppDialog } from '../overlay/app-dialog.tsx';
import { actInApp } from './act-in-app.ts';
import { IncidentActions } from './incident-actions.tsx';
import type { IncidentRow } from './incident-columns.tsx';
import { IncidentDetails } from './incident-details.tsx';
import { useActing } from './use-acting.ts';

const PostFromIncident = lazyPart(withTexts('pages', () => import('../status-page/post-from-incident.tsx')));

type Props = {
  /** The incident's id; null while the dialog is closed. */
  id: string | null;
  /** The incidents of the list, which has its own listener. */
  known: readonly IncidentRow[];
  onClose: () => void;
};

/** The 'Incident Details' dialog, live while it is open. */
export function IncidentDialog({ id, known, onClose }: Props) {
  const [last, setLast] = useState(id);
  // Stays while the dialog closes; each opening starts afresh.
  const [shown, setShown] = useState({ id, opening: 0 });
  if (id !== last) {
    setLast(id);
    if (id !== null) setShown({ id, opening: shown.opening + 1 });
  }
  if (shown.id === null) return null;
  return <LiveDialog key={shown.opening} id={shown.id} open={id !== null} known={known} onClose={onClose} />;
}

/** The incident from the list, or from its own listener when the list no longer contains it. */
function LiveDialog({ id, open, known, onClose }: Props & { id: string; open: boolean }) {
  const { t } = useTranslation();
  const listed = known.find((incident) => incident.id === id);
  const { data, error } = useIncident(listed || !open ? null : id);
  const [last, setLast] = useState<IncidentRow | null>(null);
  const current = listed ?? data;
  if (current && current !== last) setLast(current);
  const session = useSession();
  const by = { name: session.state === 'verified' ? session.user.displayName : '', channelName: null };
  const { shown, ...acting } = useActing(current ?? last, by, (request) => actInApp([id], request));
  const slugs = useMonitors().data?.items.find((monitor) => monitor.id === shown?.monitorId)?.pages ?? [];
  const close = (
    <Button variant="outline" onClick={onClose} hideBelow={shown ? 'sm' : undefined} ms="auto">
      {t('close')}
    </Button>
  );
  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={t('incidents.details.title')}
      size="lg"
      footer={
        shown ? (
          <IncidentActions
            incident={shown}
            acting={acting}
            canNote
            end={
              <>
                {slugs.length > 0 && (
                  <Suspense fallback={null}>
                    <PostFromIncident incident={shown} slugs={slugs} />
                  </Suspense>
                )}
                {close}
              </>
            }
          />
        ) : (
          close
        )
      }
    >
      {shown && (
        <>
          {error && !listed && <Notice kind="info">{t('live.interrupted')}</Notice>}
          <IncidentDetails incident={shown} onClose={onClose} />
        </>
      )}
      {!shown && error && <FailureNotice title={t('incidents.loadFailed')} failure={error} />}
      {!shown && !error && (data === null ? <EmptyState title={t('incidents.details.gone')} /> : <Loading />)}
    </AppDialog>
  );
}
