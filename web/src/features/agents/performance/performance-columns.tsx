import { Flex, Text } from '@chakra-ui/react';
import type { LocationPerformance } from '@farwatch/core/contracts/api/agent-metrics';
import { availabilityRating } from '@farwatch/core/decisions/status/availability';
import type { TFunction } from 'i18next';
import type { Column } from '../../../components/data-table/columns.ts';
import { LocationNames } from '../../../components/flags/locations.tsx';
import { RATING_LOOKS } from '../../../components/status/looks.ts';
import { StatusShape } from '../../../components/status/status.tsx';
import { percent } from '../../../lib/format/numbers.ts';
import { HourDots } from './hour-dots.tsx';
import type { ShownHours } from './performance-hours.ts';

type PerformanceRow = LocationPerformance[number];
type PerformanceColumn = 'location' | 'segments' | 'agents' | 'active' | 'availability';

export function performanceColumns(t: TFunction, shown: ShownHours): Column<PerformanceRow, PerformanceColumn>[] {
  const header = (id: PerformanceColumn) => ({ id, header: t(`agents.performance.columns.${id}`) });
  return [
    {
      ...header('location'),
      cell: ({ countryCode }) => <LocationNames codes={[countryCode]} />,
      sortBy: ({ countryCode }) => t(`locations.${countryCode}`),
      width: '148px',
      card: 'title',
    },
    {
      ...header('segments'),
      cell: ({ uptimeSegments }) => <HourDots segments={uptimeSegments} shown={shown} />,
      minWidth: '232px',
      card: 'wide',
    },
    {
      ...header('agents'),
      cell: (row) => row.agentCount,
      sortBy: (row) => row.agentCount,
      align: 'end',
      width: '92px',
      dropOrder: 1,
    },
    {
      ...header('active'),
      cell: (row) => row.activeAgents,
      sortBy: (row) => row.activeAgents,
      align: 'end',
      width: '92px',
      dropOrder: 2,
    },
    {
      ...header('availability'),
      cell: ({ availability }) => <Availability value={availability} t={t} />,
      sortBy: (row) => row.availability,
      align: 'end',
      width: '124px',
    },
  ];
}

function Availability({ value, t }: { value: number | null; t: TFunction }) {
  const rating = availabilityRating(value);
  const text = t(`endpoint.rating.${rating}`);
  return (
    <Flex
      as="span"
      position="relative"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      gap="2"
      title={text}
    >
      <StatusShape look={RATING_LOOKS[rating]} />
      {value === null ? t('none') : t('agents.performance.percent', { value: percent(value) })}
      <Text as="span" srOnly>
        {text}
      </Text>
    </Flex>
  );
}
