import { Box, chakra, Flex } from '@chakra-ui/react';
import { agentBadge, healthReasons } from '@farwatch/core/decisions/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { AgentBadge } from '../../domain/status/agent-badge.tsx';
import type { WithId } from '../../lib/live/read-document.ts';
import { useNow } from '../../lib/time/now.ts';
import { useCopy } from '../../ui/form/copy.tsx';

export function AgentTitle({ agent }: { agent: Agent }) {
  return (
    <Flex as="span" align="center" wrap="wrap" columnGap="3" rowGap="1">
      <Box as="bdi" minW="0">
        {agent.name}
      </Box>{' '}
      <Box as="span" textStyle="sm" borderWidth="1px" borderRadius="full" bg="surface.raised" px="2.5" py="0.5">
        <CurrentBadge agent={agent} hasTooltip />
      </Box>
    </Flex>
  );
}

export function AgentPlace({ agent: { id, location } }: { agent: WithId<Agent> }) {
  return (
    <Flex wrap="wrap" align="center" columnGap="5" rowGap="2" color="text.muted" mt={{ base: '-2', md: '-5' }}>
      <LocationNames codes={[location]} />
      <CopyableId id={id} />
    </Flex>
  );
}

/** An id that is copied when pressed; shows for three seconds whether that worked. */
function CopyableId({ id }: { id: string }) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(id);
  return (
    <Flex align="center" gap="1.5" minW="0">
      <span>{t('agent.id')}</span>
      <chakra.button
        type="button"
        aria-label={t('agent.copyId', { id })}
        display="inline-flex"
        alignItems="center"
        gap="2"
        minW="0"
        minH={{ base: '11', sm: '6' }}
        px="1"
        cursor="pointer"
        textAlign="start"
        borderRadius="l1"
        focusVisibleRing="outside"
        _hover={{ color: 'text', bg: 'surface.sunken' }}
        onClick={(event) => void copy(event.currentTarget)}
      >
        <chakra.code overflowWrap="anywhere" textStyle="sm">
          {id}
        </chakra.code>
        <Box color={outcome === 'copied' ? 'status.up' : 'inherit'} flexShrink="0" aria-hidden="true">
          {outcome === 'copied' ? <Check size={14} /> : <Copy size={14} />}
        </Box>
      </chakra.button>
      <Box role="status" textStyle="sm" whiteSpace="nowrap">
        {outcome && t(outcome === 'copied' ? 'agent.copied' : 'agent.copyFailed')}
      </Box>
    </Flex>
  );
}

/**
 * Shows the agent's current status, which also changes when reports stop arriving. With `hasTooltip` it shows reasons
 * on hover and focus.
 */
export function CurrentBadge({ agent, hasTooltip = false }: { agent: Agent; hasTooltip?: boolean }) {
  const nowMs = useNow(5 * SECOND_MS);
  return <AgentBadge badge={agentBadge(agent, nowMs)} reasons={hasTooltip ? healthReasons(agent, nowMs) : []} />;
}
