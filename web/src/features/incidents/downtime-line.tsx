import { Text } from '@chakra-ui/react';
import { downtimeOf } from '@farwatch/core/decisions/incidents/incident-downtime';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import type { IncidentRow } from '../../components/incidents/incident-columns.tsx';
import { type IncidentView, useRange } from '../../components/incidents/incident-view.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { spanOfRange } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/time/now.ts';

type Props = {
  view: IncidentView;
  /** Those listed on all pages; undefined while unknown. */
  incidents: readonly IncidentRow[] | undefined;
  /** Whether there may be more than are listed. */
  isCut: boolean;
};

/** The downtime of the listed incidents within the time range. Its line is there from the start, so that nothing moves. */
export function DowntimeLine({ view, incidents, isCut }: Props) {
  const { t } = useTranslation();
  const nowMs = useNow(5 * SECOND_MS);
  const span = spanOfRange(useRange(view), nowMs);
  return (
    <Text px="4" pb="3" minH="8" textStyle="sm" color="text.muted" title={t('incidentList.downtimeHint')}>
      {incidents && text(incidents)}
    </Text>
  );

  function text(listed: readonly IncidentRow[]): string {
    const { downMs, outages, isComplete } = downtimeOf(listed, span, nowMs);
    const isLeast = isCut || !isComplete;
    if (outages === 0) return t(isLeast ? 'incidentList.noDowntimeListed' : 'incidentList.noDowntime');
    return t(isLeast ? 'incidentList.downtimeAtLeast' : 'incidentList.downtime', {
      count: outages,
      time: formatDuration(downMs, t),
    });
  }
}
