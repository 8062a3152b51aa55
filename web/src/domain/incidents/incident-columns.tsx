import { Box, Flex } from '@chakra-ui/react';
import { downtimeOf } from '@farwatch/core/decisions/incidents/incident-downtime';
import { displayedLocations, displayedPeriod } from '@farwatch/core/decisions/incidents/select-incidents';
import { assigneeOf, type Incident, isFlapping } from '@farwatch/core/documents/incident';
import { severitySchema } from '@farwatch/core/values/severity';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { BellOff, Check, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { personText } from '../../lib/format/person-text.ts';
import { shortUrl } from '../../lib/format/text.ts';
import { IN_TABLE } from '../../lib/i18n/languages.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { ClockTime, LengthOfTime } from '../../ui/text/time.tsx';
import { SecondLine, TwoLines } from '../../ui/text/two-lines.tsx';
import { UrlAndName } from '../../ui/text/url-text.tsx';
import { LocationNames } from '../flags/locations.tsx';
import { FlappingMark } from '../status/flapping.tsx';
import { incidentLook } from '../status/looks.ts';
import { StatusLabel } from '../status/status.tsx';
import { isSnoozed } from './handling-state.tsx';

export type IncidentRow = WithId<Incident>;
type IncidentColumn = 'status' | 'endpoint' | 'monitor' | 'type' | 'start' | 'duration' | 'locations';

/** Sorts the most severe first. */
const severityRank = ({ severity }: IncidentRow) => severitySchema.options.indexOf(severity);

function lengthMs(incident: IncidentRow, nowMs: number): number {
  const { fromMs, toMs } = displayedPeriod(incident);
  return (toMs ?? nowMs) - fromMs;
}

/** Who has acknowledged an active incident, or that it is snoozed. */
function Handling({ incident, nowMs }: { incident: IncidentRow; nowMs: number }) {
  const { t } = useTranslation();
  const { status, acknowledgement } = incident;
  if (status !== 'active') return null;
  if (acknowledgement) {
    const who = personText(acknowledgement.by, t);
    return (
      <Mark icon={<Check />} text={acknowledgement.by.name || who} title={t('incidents.act.acknowledgedBy', { who })} />
    );
  }
  return isSnoozed(incident, nowMs) && <Mark icon={<BellOff />} text={t('incidents.act.snoozed')} />;
}

/** To whom it is assigned. */
function AssigneeMark({ incident }: { incident: IncidentRow }) {
  const { t } = useTranslation();
  const name = assigneeOf(incident)?.name;
  return name && <Mark icon={<UserRound />} text={name} title={t('incidents.events.assigned', { name })} />;
}

function Mark({ icon, text, title = text }: { icon: ReactNode; text: string; title?: string }) {
  return (
    <Flex as="span" gap="1" align="center" textStyle="xs" color="text.muted" title={title} minW="0">
      <Box as="span" aria-hidden="true" flexShrink="0" css={{ '& svg': { width: '12px', height: '12px' } }}>
        {icon}
      </Box>
      <Box as="span" truncate>
        {text}
      </Box>
    </Flex>
  );
}

/** Shows how much of an incident its endpoint was down, where that is not all of it; else rows would not sum to downtimes. */
function PartOfLength({ incident, nowMs }: { incident: IncidentRow; nowMs: number }) {
  const { t } = useTranslation();
  if (incident.type !== 'downtime') return null;
  if (incident.outage === null) return <SecondLine end>{t('incidents.partial')}</SecondLine>;
  const { downMs } = downtimeOf([incident], { fromMs: 0, toMs: null }, nowMs);
  if (lengthMs(incident, nowMs) - downMs < SECOND_MS) return null;
  return <SecondLine end>{t('incidents.down', { time: formatDuration(downMs, t), ...IN_TABLE })}</SecondLine>;
}

/** A long incident, whose duration is as wide as most. */
const LONG_MS = 23 * HOUR_MS + 58 * MINUTE_MS;

/** The columns of all incident lists. An active incident shows its severity by shape. */
export function incidentColumns(t: TFunction, nowMs: number): Column<IncidentRow, IncidentColumn>[] {
  return [
    {
      id: 'status',
      header: t('incidents.columns.status'),
      cell: (row) => (
        <>
          <StatusLabel look={incidentLook(row)} text={t(`status.${row.status}`)} />
          {isFlapping(row) && <FlappingMark />}
          <Handling incident={row} nowMs={nowMs} />
          <AssigneeMark incident={row} />
          {row.maintenance && <SecondLine>{t('inMaintenance.mark')}</SecondLine>}
        </>
      ),
      sortBy: (row) => (row.status === 'active' ? 0 : 1),
      width: '110px',
      card: 'status',
    },
    {
      id: 'endpoint',
      header: t('incidents.columns.endpoint'),
      cell: ({ endpoint }) => <UrlAndName url={endpoint.url} name={endpoint.name} />,
      sortBy: (row) => shortUrl(row.endpoint.url),
      minWidth: '204px',
      card: 'title',
    },
    {
      id: 'monitor',
      header: t('incidents.columns.monitor'),
      cell: (row) => <TwoLines first={row.monitor.name} />,
      sortBy: (row) => row.monitor.name,
      minWidth: '156px',
    },
    {
      id: 'type',
      header: t('incidents.columns.type'),
      cell: ({ type, severity }) => (
        <TwoLines
          title={t(`incidents.titles.${type}`)}
          first={t(`incidents.type.${type}`)}
          second={t(`incidents.severity.${severity}`)}
        />
      ),
      sortBy: (row) => `${t(`incidents.type.${row.type}`)} ${severityRank(row)}`,
      width: '108px',
      dropOrder: 2,
    },
    {
      id: 'start',
      header: t('incidents.columns.start'),
      cell: (row) => <ClockTime atMs={row.triggeredAt} />,
      sortBy: (row) => row.triggeredAt,
      width: '124px',
    },
    {
      id: 'duration',
      header: t('incidents.columns.duration'),
      cell: (row) => (
        <>
          <LengthOfTime {...displayedPeriod(row)} />
          <PartOfLength incident={row} nowMs={nowMs} />
        </>
      ),
      sortBy: (row) => lengthMs(row, nowMs),
      align: 'end',
      width: '108px',
      sample: formatDuration(LONG_MS, t),
    },
    {
      id: 'locations',
      header: t('incidents.columns.locations'),
      cell: (row) => <LocationNames codes={displayedLocations(row)} short />,
      sortBy: (row) =>
        displayedLocations(row)
          .map((code) => t(`locations.${code}`))
          .join(', '),
      width: '102px',
      dropOrder: 1,
    },
  ];
}
