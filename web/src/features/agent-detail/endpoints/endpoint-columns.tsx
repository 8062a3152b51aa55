import type { MonitoredEndpoint } from '@farwatch/core/api/agent-figures';
import type { TFunction } from 'i18next';
import type { Column } from '../../../components/data-table/columns.ts';
import type { StatusLook } from '../../../components/status/status.tsx';
import { StatusLabel } from '../../../components/status/status.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { TwoLines } from '../../../components/text/two-lines.tsx';
import { UrlText } from '../../../components/text/url-text.tsx';

type EndpointColumn = 'name' | 'url' | 'group' | 'last' | 'status';

const STATUSES = ['success', 'failed', 'never'] as const;
type CheckStatus = (typeof STATUSES)[number];
const LOOKS: Record<CheckStatus, StatusLook> = { success: 'up', failed: 'down', never: 'pending' };

function statusOf({ last_check_by_agent: last }: MonitoredEndpoint): CheckStatus {
  if (!last) return 'never';
  return last.success ? 'success' : 'failed';
}

/** The columns of an agent's endpoints. Sorted by status: success, failed, never checked. */
export function endpointColumns(t: TFunction): Column<MonitoredEndpoint, EndpointColumn>[] {
  return [
    {
      id: 'name',
      header: t('agent.list.columns.name'),
      cell: (row) => <TwoLines first={row.name} />,
      sortBy: (row) => row.name,
      minWidth: '184px',
      card: 'title',
    },
    {
      id: 'url',
      header: t('agent.list.columns.url'),
      cell: (row) => <UrlText url={row.url} />,
      sortBy: (row) => row.url,
      minWidth: '216px',
      card: 'wide',
    },
    {
      id: 'group',
      header: t('agent.list.columns.group'),
      cell: (row) => <TwoLines first={row.group_name} />,
      sortBy: (row) => row.group_name,
      minWidth: '128px',
      dropOrder: 1,
    },
    {
      id: 'last',
      header: t('agent.list.columns.last'),
      cell: (row) => <TimeAgo atMs={checkedAt(row)} missing={t('agent.list.never')} />,
      sortBy: checkedAt,
      width: '132px',
      dropOrder: 2,
    },
    {
      id: 'status',
      header: t('agent.list.columns.status'),
      cell: (row) => <StatusLabel look={LOOKS[statusOf(row)]} text={t(`agent.list.status.${statusOf(row)}`)} />,
      sortBy: (row) => STATUSES.indexOf(statusOf(row)),
      width: '112px',
      card: 'status',
    },
  ];
}

function checkedAt({ last_check_by_agent: last }: MonitoredEndpoint): number | null {
  return last && Date.parse(last.checkTime);
}
