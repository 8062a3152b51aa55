import { Flex } from '@chakra-ui/react';
import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { IncidentTable } from '../../components/incidents/incident-table.tsx';
import { Loading } from '../../components/loading.tsx';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/now.ts';

/** The monitor's incidents of the last 24 hours, live; from the same listener as the incidents page. */
export function RecentIncidents({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  const { data, error } = useIncidents('24h', useNow(MINUTE_MS));
  if (data) {
    const own = data.items.filter((incident) => incident.monitorId === monitorId);
    return <IncidentTable incidents={own} label={t('monitor.incidents')} />;
  }
  if (!error) return <Loading />;
  return (
    <Flex px="4" pb="4" direction="column">
      <FailureNotice failure={error} fallback="incidents.couldNotLoad" />
    </Flex>
  );
}
