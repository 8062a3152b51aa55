import { Box, Text } from '@chakra-ui/react';
import type { AgentCondition } from '@farwatch/core/agents/device';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../../../components/incidents/facts.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusLabel } from '../../../components/status/status-label.tsx';
import { shortDate } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n.ts';
import { Note } from './note.tsx';

type Props = Pick<Agent, 'condition' | 'abstainingSince'>;

/** Whether what the agent reports counts and all of it arrives, by its last report. */
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
  const { spoolOldestAt, clockOffsetMs, inMemory = false } = condition;
  const offSec = Math.round(Math.abs(clockOffsetMs) / SECOND_MS);
  return (
    <Facts>
      <Fact name={t('agent.reporting.abstaining')}>
        <Votes abstaining={condition.abstaining} sinceMs={abstainingSince} />
      </Fact>
      <Fact name={t('agent.reporting.lost')}>
        <Lost condition={condition} />
      </Fact>
      <Fact name={t('agent.reporting.unsent')} short>
        {spoolOldestAt === null
          ? t('agent.reporting.unsentNone')
          : t('agent.reporting.unsentSince', { at: shortDate(spoolOldestAt, language) })}
      </Fact>
      <Fact name={t('agent.reporting.clock')} short>
        {offSec === 0 ? t('agent.reporting.clockRight') : t('agent.reporting.clockOff', { seconds: offSec })}
      </Fact>
      <Fact name={t('agent.reporting.storage')}>
        {t(inMemory ? 'agent.reporting.inMemory' : 'agent.reporting.onDisk')}
        {inMemory && <Note>{t('agent.reporting.inMemoryHint')}</Note>}
      </Fact>
    </Facts>
  );
}

function Votes({ abstaining, sinceMs }: { abstaining: boolean; sinceMs: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!abstaining) return t('agent.reporting.counted');
  const since = sinceMs !== null && t('agent.reporting.abstainsSince', { at: shortDate(sinceMs, language) });
  return (
    <>
      <StatusLabel look="down" text={since || t('agent.reporting.abstains')} />
      <Note>{t('agent.reporting.abstainsHint')}</Note>
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
      <Note>{t('agent.reporting.lostHint')}</Note>
    </>
  );
}
