import { Box, Table } from '@chakra-ui/react';
import { uptimeLevel } from '@farwatch/core/values/levels';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowTitle, useRowClicks } from '../../../components/data-table/row-opening.tsx';
import { CELL_PADDING } from '../../../components/data-table/sort-header.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LEVEL_LOOKS } from '../../../components/status/looks.ts';
import { StatusLabel } from '../../../components/status/status.tsx';
import { dayOfWeek } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { type UptimeDay, utcDayToOpen } from './chart-days.ts';
import { SegmentsDialog } from './segments-dialog.tsx';

type Props = { agentId: string; days: readonly UptimeDay[] };

/** Each day's uptime in a scrolling list, newest first; a day opens its segments. */
export function UptimeDetails({ agentId, days }: Props) {
  const { t } = useTranslation();
  const [openDate, setOpenDate] = useState<string | null>(null);
  const today = days.at(-1)?.date;
  return (
    <Section title={t('agent.uptime.details')}>
      <Box maxH="392px" overflowY="auto" borderTopWidth="1px">
        <Table.Root aria-label={t('agent.uptime.details')} tableLayout="fixed">
          <Table.Header position="sticky" top="0" zIndex="1" bg="surface.raised">
            <Table.Row bg="transparent">
              <Table.ColumnHeader {...HEADER} width={{ base: '60%', sm: '240px' }}>
                {t('agent.uptime.date')}
              </Table.ColumnHeader>
              <Table.ColumnHeader {...HEADER} hideBelow="sm" aria-hidden="true" />
              <Table.ColumnHeader {...HEADER} textAlign="end" width={{ base: '40%', sm: '128px' }}>
                {t('agent.uptime.uptime')}
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {days.toReversed().map((day) => (
              <DayRow
                key={day.date}
                day={day}
                isToday={day.date === today}
                onOpen={() => setOpenDate(utcDayToOpen(day.date, currentMs()))}
              />
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
      <SegmentsDialog agentId={agentId} date={openDate} onClose={() => setOpenDate(null)} />
    </Section>
  );
}

const HEADER = { scope: 'col', ...CELL_PADDING, py: '0', h: '10', textStyle: 'xs', color: 'text.muted' } as const;

type RowProps = { day: UptimeDay; isToday: boolean; onOpen: () => void };

function DayRow({ day: { date, uptime }, isToday, onOpen }: RowProps) {
  const { t } = useTranslation();
  const name = dayOfWeek(date, useLanguage());
  const clicks = useRowClicks(undefined, onOpen);
  const look = uptime === null ? 'none' : LEVEL_LOOKS[uptimeLevel(uptime)];
  const text = uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) });
  return (
    <Table.Row h="12" bg="transparent" cursor="pointer" _hover={{ bg: 'surface.sunken' }} {...clicks}>
      <Table.Cell {...CELL_PADDING} py="2">
        <RowTitle link={undefined} open={onOpen}>
          {isToday ? t('agent.uptime.dateToday', { day: name }) : name}
        </RowTitle>
      </Table.Cell>
      <Table.Cell {...CELL_PADDING} py="2" hideBelow="sm" aria-hidden="true">
        <Box h="1.5" borderRadius="full" bg="surface.sunken" overflow="hidden">
          <Box h="full" bg={`status.${look}`} style={{ width: `${uptime ?? 0}%` }} />
        </Box>
      </Table.Cell>
      <Table.Cell {...CELL_PADDING} py="2" textAlign="end">
        <StatusLabel look={look} text={text} />
      </Table.Cell>
    </Table.Row>
  );
}
