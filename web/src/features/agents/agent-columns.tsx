import { Flex, IconButton, Menu } from '@chakra-ui/react';
import type { Device } from '@farwatch/core/values/device';
import { batteryLevel, type Level } from '@farwatch/core/values/levels';
import { isNewerVersion, NEWEST_AGENT } from '@farwatch/core/values/release';
import type { TFunction } from 'i18next';
import {
  BatteryCharging,
  BatteryFull,
  BatteryLow,
  BatteryMedium,
  EllipsisVertical,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table/columns.ts';
import { LocationNames } from '../../components/flags/locations.tsx';
import { AgentBadge } from '../../components/status/agent-badge.tsx';
import { LEVEL_LOOKS } from '../../components/status/looks.ts';
import { TimeAgo } from '../../components/text/time.tsx';
import { TwoLines } from '../../components/text/two-lines.tsx';
import { afterName } from '../../lib/format/text.ts';
import type { AgentRow } from './agent-row.ts';

export type AgentColumn = 'name' | 'location' | 'status' | 'lastActive' | 'device' | 'ip' | 'battery' | 'actions';

/** The columns of the agents table. `sortBy` only marks sortable columns: the view orders the rows. */
export function agentColumns(t: TFunction): Column<AgentRow, AgentColumn>[] {
  const header = (id: AgentColumn) => ({ id, header: t(`agents.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: ({ agent }) => <TwoLines first={agent.name} second={afterName(agent.name, agent.description)} />,
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
    { ...header('device'), cell: ({ agent }) => deviceLines(agent), width: '132px', dropOrder: 3 },
    {
      ...header('ip'),
      cell: ({ agent }) => <span title={agent.ipAddress ?? undefined}>{agent.ipAddress ?? t('none')}</span>,
      width: '122px',
      dropOrder: 1,
    },
    { ...header('battery'), cell: ({ agent }) => <Battery device={agent.device} />, width: '84px', dropOrder: 2 },
    { ...header('actions'), cell: ({ agent }) => actions(agent), align: 'end', width: '76px', card: 'end' },
  ];

  function deviceLines({ device }: AgentRow['agent']) {
    if (!device) return t('agents.unknownDevice');
    const { deviceName, appVersion: version } = device;
    const isOutdated = isNewerVersion(NEWEST_AGENT.version, version);
    return <TwoLines first={deviceName} second={t(isOutdated ? 'agents.oldVersion' : 'agents.version', { version })} />;
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

const ICONS: Record<Level, LucideIcon> = { good: BatteryFull, fair: BatteryMedium, poor: BatteryLow };

/** A device's battery level, and whether it is charging. */
function Battery({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  const percent = device?.batteryPercent ?? null;
  if (percent === null) return <>{t('none')}</>;
  const isCharging = device?.batteryCharging === true;
  const level = batteryLevel(percent);
  const Icon = isCharging ? BatteryCharging : ICONS[level];
  const charging = t('agents.battery.charging');
  return (
    <Flex
      as="span"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      gap="1.5"
      title={isCharging ? charging : undefined}
    >
      <Flex as="span" color={`status.${LEVEL_LOOKS[level]}`}>
        <Icon size={18} {...(isCharging ? { role: 'img', 'aria-label': charging } : { 'aria-hidden': true })} />
      </Flex>
      {t('agents.battery.level', { value: Math.round(percent) })}
    </Flex>
  );
}
