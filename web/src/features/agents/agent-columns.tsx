import { IconButton, Menu } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { EllipsisVertical } from 'lucide-react';
import { AgentBadge } from '../../components/agents/agent-badge.tsx';
import type { Column } from '../../components/data-table/columns.ts';
import { LocationNames } from '../../components/flags/location-names.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { TwoLines } from '../../components/two-lines.tsx';
import { besideName } from '../../lib/format/beside-name.ts';
import type { AgentRow } from './agent-row.ts';
import { Battery } from './battery.tsx';

export type AgentColumn = 'name' | 'location' | 'status' | 'lastActive' | 'device' | 'ip' | 'battery' | 'actions';

/** The columns of the agents table. `sortBy` only says which can be sorted: the view orders the rows. */
export function agentColumns(t: TFunction): Column<AgentRow, AgentColumn>[] {
  const header = (id: AgentColumn) => ({ id, header: t(`agents.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: ({ agent }) => <TwoLines first={agent.name} second={besideName(agent.name, agent.description)} />,
      sortBy: ({ agent }) => agent.name,
      card: 'title',
    },
    {
      ...header('location'),
      cell: ({ agent }) => <LocationNames codes={[agent.location]} />,
      sortBy: ({ agent }) => agent.location,
      width: '126px',
    },
    {
      ...header('status'),
      cell: ({ badge, reasons }) => <AgentBadge badge={badge} reasons={reasons} />,
      width: '112px',
      card: 'status',
    },
    {
      ...header('lastActive'),
      cell: ({ agent }) => <TimeAgo atMs={agent.lastReportAt} missing={t('agents.never')} />,
      sortBy: ({ agent }) => agent.lastReportAt,
      width: '140px',
    },
    { ...header('device'), cell: ({ agent }) => deviceLines(agent), width: '132px', leave: 3 },
    {
      ...header('ip'),
      cell: ({ agent }) => <span title={agent.ipAddress ?? undefined}>{agent.ipAddress ?? t('none')}</span>,
      width: '122px',
      leave: 1,
    },
    { ...header('battery'), cell: ({ agent }) => <Battery device={agent.device} />, width: '84px', leave: 2 },
    { ...header('actions'), cell: ({ agent }) => actions(agent), align: 'end', width: '76px', card: 'end' },
  ];

  function deviceLines({ device }: AgentRow['agent']) {
    if (!device) return t('agents.unknownDevice');
    return <TwoLines first={device.deviceName} second={t('agents.version', { version: device.appVersion })} />;
  }

  function actions({ id, name }: AgentRow['agent']) {
    return (
      <Menu.Trigger value={id} asChild>
        <IconButton variant="ghost" data-menu-of={id} aria-label={t('agents.actions.open', { name })}>
          <EllipsisVertical />
        </IconButton>
      </Menu.Trigger>
    );
  }
}
