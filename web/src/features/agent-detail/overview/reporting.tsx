import { Box, Text } from '@chakra-ui/react';
import type { Agent } from '@farwatch/core/documents/agent';
import type { AgentCondition } from '@farwatch/core/values/device';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { DetailItem, DetailList, DetailNote } from '../../../components/layout/detail-list.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { StatusLabel } from '../../../components/status/status.tsx';
import { pastDate } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useNow } from '../../../lib/time/now.ts';

type Props = Pick<Agent, 'condition' | 'abstainingSince'>;

/** Whether the agent's votes count and all of its checks arrive, from its last report. */
export function Reporting({ agent: { condition, abstainingSince } }: { agent: Props }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agent.reporting.title')}>
      <Box px="4" pb="4">
        {condition ? (
          <Condition condition={condition} abstainingSince={abstainingSince} />
        ) : (
          <Text color="text.muted">{t('agent.reporting.none')}</Text>
        )}
      </Box>
    </Section>
  );
}

function Condition({ condition, abstainingSince }: { condition: AgentCondition; abstainingSince: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(HOUR_MS);
  const { spoolOldestAt, clockOffsetMs, inMemory = false } = condition;
  return (
    <DetailList>
      <DetailItem name={t('agent.reporting.abstaining')}>
        <Votes abstaining={condition.abstaining} sinceMs={abstainingSince} />
      </DetailItem>
      <DetailItem name={t('agent.reporting.lost')}>
        <Lost condition={condition} />
      </DetailItem>
      <DetailItem name={t('agent.reporting.unsent')} short>
        {spoolOldestAt === null
          ? t('agent.reporting.unsentNone')
          : t('agent.reporting.unsentSince', { at: pastDate(spoolOldestAt, nowMs, language) })}
      </DetailItem>
      <DetailItem name={t('agent.reporting.clock')} short>
        <Clock offsetMs={clockOffsetMs} />
      </DetailItem>
      <DetailItem name={t('agent.reporting.storage')}>
        {t(inMemory ? 'agent.reporting.inMemory' : 'agent.reporting.onDisk')}
        {inMemory && <DetailNote>{t('agent.reporting.inMemoryHint')}</DetailNote>}
      </DetailItem>
    </DetailList>
  );
}

function Clock({ offsetMs }: { offsetMs: number }) {
  const { t } = useTranslation();
  const roundedMs = Math.round(Math.abs(offsetMs) / SECOND_MS) * SECOND_MS;
  if (roundedMs === 0) return t('agent.reporting.clockRight');
  const by = formatDuration(roundedMs, t);
  return t(offsetMs > 0 ? 'agent.reporting.clockAhead' : 'agent.reporting.clockBehind', { by });
}

function Votes({ abstaining, sinceMs }: { abstaining: boolean; sinceMs: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(HOUR_MS);
  if (!abstaining) return t('agent.reporting.counted');
  const since = sinceMs !== null && t('agent.reporting.abstainsSince', { at: pastDate(sinceMs, nowMs, language) });
  return (
    <>
      <StatusLabel look="down" text={since || t('agent.reporting.abstains')} />
      <DetailNote>{t('agent.reporting.abstainsHint')}</DetailNote>
    </>
  );
}

function Lost({ condition: { droppedChecks, refusedReports = 0 } }: { condition: AgentCondition }) {
  const { t } = useTranslation();
  const lost = [
    droppedChecks > 0 && t('agent.reporting.dropped', { count: droppedChecks }),
    refusedReports > 0 && t('agent.reporting.refused', { count: refusedReports }),
  ].filter((text) => text !== false);
  if (lost.length === 0) return t('agent.reporting.lostNone');
  return (
    <>
      {lost.map((text) => (
        <Box key={text}>
          <StatusLabel look="down" text={text} />
        </Box>
      ))}
      <DetailNote>{t('agent.reporting.lostHint')}</DetailNote>
    </>
  );
}
