import { SimpleGrid } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/stat-card.tsx';
import type { totalsOf } from './agent-row.ts';

/** The four figures of the agents page. */
export function AgentCards({ totals }: { totals: ReturnType<typeof totalsOf> }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap={{ base: '3', md: '4' }}>
      <StatCard title={t('agents.cards.total')} value={totals.agents} text={joinedText()} />
      <StatCard title={t('agents.cards.active')} value={totals.active} text={t('agents.cards.activeText')} />
      <StatCard title={t('agents.cards.locations')} value={totals.locations} text={t('agents.cards.locationsText')} />
      <StatCard title={t('agents.cards.health')} value={totals.healthIssues} text={t('agents.cards.healthText')} />
    </SimpleGrid>
  );

  function joinedText() {
    if (totals.agents === 0) return t('agents.cards.totalNone');
    if (totals.waiting === 0) return t('agents.cards.totalJoined');
    return t('agents.cards.totalText', { count: totals.waiting });
  }
}
