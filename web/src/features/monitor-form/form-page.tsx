import { Box } from '@chakra-ui/react';
import { monitorText } from '@farwatch/core/monitors/monitor-text';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackToMonitors } from '../../components/back-to-monitors.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailedAction } from '../../components/failed-action.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useMonitors } from '../../lib/live/monitors.ts';
import { useTitle } from '../../lib/use-title.ts';
import { CreateMonitor } from './create-monitor.tsx';
import { EditMonitor } from './edit-monitor.tsx';
import { useStoredEndpoints } from './stored-endpoints.ts';

/** /monitor/new and /monitor/{id}/edit. */
export default function FormPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const title = id ? t('form.editTitle') : t('form.createTitle');
  useTitle(title);
  return (
    <>
      <BackToMonitors />
      <PageHeader title={title} />
      <Box maxW="800px">{id ? <Edit key={id} id={id} /> : <CreateMonitor />}</Box>
    </>
  );
}

function Edit({ id }: { id: string }) {
  const { t } = useTranslation();
  const live = useMonitors();
  const monitor = live.data?.items.find((each) => each.id === id);
  const { data: endpoints, error } = useStoredEndpoints(id, monitor?.version);
  // Kept as it was opened: the form must not change under its user, nor vanish when they delete the monitor.
  const [opened, setOpened] = useState<ComponentProps<typeof EditMonitor> | null>(null);
  if (!opened && monitor && endpoints) setOpened({ monitorId: id, stored: monitorText(monitor, endpoints) });
  if (opened) return <EditMonitor {...opened} />;
  if (live.data && !monitor) {
    return (
      <Panel>
        <EmptyState title={t('monitor.gone')} />
      </Panel>
    );
  }
  const failure = error ?? (live.data ? undefined : live.error);
  if (failure) return <FailedAction failure={failure}>{t('monitor.loadFailed')}</FailedAction>;
  return <Loading />;
}
