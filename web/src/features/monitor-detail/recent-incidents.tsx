import { Flex } from '@chakra-ui/react';
import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { IncidentTable } from '../../components/incidents/incident-table.tsx';
import { Loading } from '../../components/loading.tsx';
import { useIncidents, withinRange } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/now.ts';

/** The monitor's incidents of the last 24 hours, live; from the same listener as the incidents page. */
export function RecentIncidents({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const { data, error } = useIncidents('24h', nowMs);
  if (data) {
    const own = withinRange(data.items, '24h', nowMs).filter((incident) => incident.monitorId === monitorId);
    return <IncidentTable incidents={own} label={t('monitor.incidents')} />;
  }
  if (!error) return <Loading />;
  return (
    <Flex px="4" pb="4" direction="column">
      <FailureNotice failure={error} fallback="incidents.couldNotLoad" />
    </Flex>
  );
}
