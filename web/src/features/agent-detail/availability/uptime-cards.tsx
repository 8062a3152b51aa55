import { Box, Flex, SimpleGrid } from '@chakra-ui/react';
import { uptimeLevel } from '@farwatch/core/agents/levels';
import type { AgentAvailability } from '@farwatch/core/api/agent-figures';
import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { LEVEL_LOOKS } from '../../../components/agents/level-looks.ts';
import { StatCard } from '../../../components/stat-card.tsx';
import { StatusShape } from '../../../components/status/status-shape.tsx';
import { gmtOffset } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/now.ts';

/** Today's uptime and the average of thirty days. */
export function UptimeCards({ data: { today_uptime, average_uptime } }: { data: AgentAvailability }) {
  const { t } = useTranslation();
  const zone = gmtOffset(useNow(MINUTE_MS), useLanguage());
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap={{ base: '3', md: '4' }}>
      <UptimeCard title={t('agent.uptime.today')} uptime={today_uptime} text={t('agent.uptime.todayText', { zone })} />
      <UptimeCard title={t('agent.uptime.average')} uptime={average_uptime} text={t('agent.uptime.averageText')} />
    </SimpleGrid>
  );
}

function UptimeCard({ title, uptime, text }: { title: string; uptime: number | null; text: string }) {
  const { t } = useTranslation();
  const look = uptime === null ? 'none' : LEVEL_LOOKS[uptimeLevel(uptime)];
  return (
    <StatCard
      title={title}
      value={
        <Flex as="span" align="center" gap="3" color={uptime === null ? 'text' : `status.${look}`}>
          <StatusShape look={look} size={20} />
          {uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) })}
        </Flex>
      }
      text={
        <>
          {text}
          <Box h="1.5" mt="2" borderRadius="full" bg="surface.sunken" overflow="hidden" aria-hidden="true">
            <Box h="full" bg={`status.${look}`} style={{ width: `${uptime ?? 0}%` }} />
          </Box>
        </>
      }
    />
  );
}
