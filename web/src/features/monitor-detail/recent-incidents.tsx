import { Box, Flex } from '@chakra-ui/react';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { LiveNotices } from '../../components/feedback/page-notices.tsx';
import { IncidentDialog } from '../../components/incidents/incident-dialog.tsx';
import { IncidentList } from '../../components/incidents/incident-list.tsx';
import { useMonitorIncidentView, useRange } from '../../components/incidents/incident-view.ts';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/time/now.ts';

/** The monitor's incidents, live, from the listeners that all incident lists share. */
export function RecentIncidents({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const [view, setView] = useMonitorIncidentView();
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error } = useIncidents(useRange(view), useNow(MINUTE_MS));
  const own = useMemo(
    () => data && { ...data, items: data.items.filter((incident) => incident.monitorId === monitorId) },
    [data, monitorId],
  );
  if (error && !own) {
    return (
      <Flex px="4" pb="4" direction="column">
        <FailureNotice title={t('incidents.couldNotLoad')} failure={error} />
      </Flex>
    );
  }
  return (
    <>
      <LiveNotices live={{ data, error }} />
      {/* Aligns with the watchlist's toolbar below its heading. */}
      <Box mt="-3">
        <IncidentList
          incidents={own}
          view={view}
          onView={setView}
          onOpen={(incident) => setOpened(incident.id)}
          label={t('monitor.incidents')}
        />
      </Box>
      <IncidentDialog id={opened} known={own?.items ?? []} onClose={() => setOpened(null)} />
    </>
  );
}
