import { chakra } from '@chakra-ui/react';
import type { Incident } from '@farwatch/core/documents/incident';
import { shownLocations } from '@farwatch/core/incidents/shown-locations';
import { severitySchema } from '@farwatch/core/status/severity';
import type { TFunction } from 'i18next';
import { shortUrl } from '../../lib/format/urls.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import type { Column } from '../data-table/columns.ts';
import { LocationNames } from '../flags/location-names.tsx';
import { LengthOfTime } from '../length-of-time.tsx';
import { SEVERITY_LOOKS } from '../status/looks.ts';
import { StatusLabel } from '../status/status-label.tsx';
import { TimeAgo } from '../time-ago.tsx';
import { UrlText } from '../url-text.tsx';

export type IncidentRow = WithId<Incident>;
export type IncidentColumn = 'status' | 'endpoint' | 'monitor' | 'type' | 'start' | 'duration' | 'locations';

/** The gravest first. */
const gravity = ({ severity }: IncidentRow) => severitySchema.options.indexOf(severity);

const lengthMs = (incident: IncidentRow, nowMs: number) => (incident.resolvedAt ?? nowMs) - incident.triggeredAt;

/** The columns of every incident list (spec 2), sorted by what they show. An active incident shows its severity by its shape. */
export function incidentColumns(t: TFunction, nowMs: number): Column<IncidentRow, IncidentColumn>[] {
  return [
    {
      id: 'status',
      header: t('incidents.columns.status'),
      cell: ({ status, severity }) => (
        <StatusLabel look={status === 'resolved' ? 'up' : SEVERITY_LOOKS[severity]} text={t(`status.${status}`)} />
      ),
      sortBy: (row) => (row.status === 'active' ? 0 : 1),
      width: '112px',
      card: 'status',
    },
    {
      id: 'endpoint',
      header: t('incidents.columns.endpoint'),
      cell: ({ endpoint }) => <UrlText url={endpoint.url} title={`${endpoint.name}: ${endpoint.url}`} />,
      sortBy: (row) => shortUrl(row.endpoint.url),
      card: 'title',
    },
    {
      id: 'monitor',
      header: t('incidents.columns.monitor'),
      cell: (row) => row.monitor.name,
      sortBy: (row) => row.monitor.name,
      width: '15%',
    },
    {
      id: 'type',
      header: t('incidents.columns.type'),
      cell: ({ kind, severity }) => (
        <span title={t(`incidents.kind.${kind}`)}>
          {t(`incidents.type.${kind}`)}
          <chakra.span color="text.muted"> · {t(`incidents.severity.${severity}`)}</chakra.span>
        </span>
      ),
      sortBy: (row) => `${t(`incidents.type.${row.kind}`)} ${gravity(row)}`,
      width: '188px',
    },
    {
      id: 'start',
      header: t('incidents.columns.start'),
      cell: (row) => <TimeAgo atMs={row.triggeredAt} />,
      sortBy: (row) => row.triggeredAt,
      width: '140px',
    },
    {
      id: 'duration',
      header: t('incidents.columns.duration'),
      cell: (row) => <LengthOfTime fromMs={row.triggeredAt} toMs={row.resolvedAt} />,
      sortBy: (row) => lengthMs(row, nowMs),
      align: 'end',
      width: '116px',
    },
    {
      id: 'locations',
      header: t('incidents.columns.locations'),
      cell: (row) => <LocationNames codes={shownLocations(row)} short />,
      sortBy: (row) =>
        shownLocations(row)
          .map((code) => t(`locations.${code}`))
          .join(', '),
      width: '98px',
    },
  ];
}
