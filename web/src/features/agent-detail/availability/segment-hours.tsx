import { chakra, Flex, Grid, Table } from '@chakra-ui/react';
import type { AgentSegments } from '@farwatch/core/contracts/api/agent-metrics';
import { type PresenceState, presenceState } from '@farwatch/core/decisions/agents/uptime';
import { HOUR_MS, MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook, StatusShape } from '../../../components/status/status.tsx';
import { dayOfWeek } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useNow } from '../../../lib/time/now.ts';

const LOOKS: Record<PresenceState, StatusLook> = { present: 'up', absent: 'down', none: 'none', future: 'pending' };
const STATES = ['present', 'absent', 'none', 'future'] as const;

/** The legend of the segments' shapes. */
export function SegmentLegend() {
  const { t } = useTranslation();
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="4" rowGap="1" mt="2" textStyle="sm">
      {STATES.map((state) => (
        <li key={state}>
          <StatusLabel look={LOOKS[state]} text={t(`agent.segments.state.${state}`)} />
        </li>
      ))}
    </Flex>
  );
}

const CELL = { ps: '0', pe: '4', py: '2' } as const;
const HEADER = { scope: 'col', ...CELL, textStyle: 'xs', color: 'text.muted' } as const;

/** A row for each UTC hour with its six segments; on phones four per line. */
export function SegmentHours({ segments: { date, hours } }: { segments: AgentSegments }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(MINUTE_MS);
  const dayMs = Date.parse(date);
  return (
    // Focusable, so that the dialog scrolls by keyboard; it has no other focusable content.
    <Table.Root
      aria-label={t('agent.segments.table', { day: dayOfWeek(date, language) })}
      tabIndex={0}
      borderRadius="l1"
      focusVisibleRing="inside"
    >
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader {...HEADER} width="1%" whiteSpace={{ sm: 'nowrap' }}>
            {t('agent.segments.hour')}
          </Table.ColumnHeader>
          <Table.ColumnHeader {...HEADER}>{t('agent.segments.segments')}</Table.ColumnHeader>
          <Table.ColumnHeader {...HEADER} pe="0" textAlign="end" width="1%" whiteSpace="nowrap">
            {t('agent.segments.uptime')}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {hours.map(({ hour, segments, uptime }) => (
          <Table.Row key={hour} bg="transparent">
            <Table.ColumnHeader scope="row" {...CELL} fontWeight="medium" color="text">
              {clock(hour * HOUR_MS)}
            </Table.ColumnHeader>
            <Table.Cell {...CELL}>
              <Hour startMs={dayMs + hour * HOUR_MS} segments={segments} nowMs={nowMs} />
            </Table.Cell>
            <Table.Cell {...CELL} pe="0" textAlign="end" color={uptime === null ? 'text.muted' : 'text'}>
              {uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) })}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

type HourProps = { startMs: number; segments: readonly (boolean | null)[]; nowMs: number };

function Hour({ startMs, segments, nowMs }: HourProps) {
  const { t } = useTranslation();
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={{ base: 'repeat(4, minmax(0, 1fr))', sm: 'repeat(6, minmax(0, 1fr))' }}
      gap="1"
    >
      {segments.map((segment, index) => {
        const fromMs = startMs + index * WINDOW_MS;
        const state = presenceState(segment, fromMs, nowMs);
        const text = t(`agent.segments.state.${state}`);
        const title = t('agent.segments.at', { from: clock(fromMs), to: clock(fromMs + WINDOW_MS), state: text });
        return (
          <Flex as="li" key={fromMs} align="center" gap="1.5" title={title} data-state={state}>
            <StatusShape look={LOOKS[state]} />
            <chakra.span textStyle="xs" color="text.muted" aria-hidden="true">
              {clock(fromMs).slice(2)}
            </chakra.span>
            <chakra.span srOnly>{title}</chakra.span>
          </Flex>
        );
      })}
    </Grid>
  );
}

/** '14:10', the time of day in UTC. */
function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 16);
}
