import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIncident } from '../../lib/live/incidents.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Notice } from '../feedback/notice.tsx';
import { AppDialog } from '../overlay/app-dialog.tsx';
import type { IncidentRow } from './incident-columns.tsx';
import { IncidentDetails } from './incident-details.tsx';

type Props = {
  /** The incident's id; null while the dialog is closed. */
  id: string | null;
  /** The incidents of the list, which has its own listener. */
  known: readonly IncidentRow[];
  onClose: () => void;
};

/** The 'Incident Details' dialog, live while it is open. */
export function IncidentDialog({ id, known, onClose }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return (
    <AppDialog open={id !== null} onClose={onClose} title={t('incidents.details.title')} size="lg">
      {shown !== null && <LiveDetails key={shown} id={shown} known={known} onClose={onClose} />}
    </AppDialog>
  );
}

/** The incident from the list, or from its own listener when the list no longer contains it. */
function LiveDetails({ id, known, onClose }: Props & { id: string }) {
  const listed = known.find((incident) => incident.id === id);
  const { data, error } = useIncident(listed ? null : id);
  const [last, setLast] = useState<IncidentRow | null>(null);
  const { t } = useTranslation();
  const current = listed ?? data;
  if (current && current !== last) setLast(current);
  const incident = current ?? last;
  if (incident) {
    return (
      <>
        {error && !listed && <Notice kind="info">{t('live.interrupted')}</Notice>}
        <IncidentDetails incident={incident} onClose={onClose} />
      </>
    );
  }
  if (error) return <FailureNotice title={t('incidents.loadFailed')} failure={error} />;
  return data === null ? <EmptyState title={t('incidents.details.gone')} /> : <Loading />;
}
