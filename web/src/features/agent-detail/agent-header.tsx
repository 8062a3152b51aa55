import { Box, Flex } from '@chakra-ui/react';
import type { Agent } from '@farwatch/core/documents/agent';
import { LocationNames } from '../../components/flags/location-names.tsx';
import type { WithId } from '../../lib/live/read-document.ts';
import { CopyableId } from './copyable-id.tsx';
import { CurrentBadge } from './current-badge.tsx';

/** The agent's name with its status. */
export function AgentTitle({ agent }: { agent: Agent }) {
  return (
    <Flex as="span" align="center" wrap="wrap" columnGap="3" rowGap="1" overflowWrap="anywhere">
      <bdi>{agent.name}</bdi>{' '}
      <Box as="span" textStyle="sm" borderWidth="1px" borderRadius="full" bg="surface.raised" px="2.5" py="0.5">
        <CurrentBadge agent={agent} explains />
      </Box>
    </Flex>
  );
}

/** The agent's location and id. */
export function AgentPlace({ agent: { id, location } }: { agent: WithId<Agent> }) {
  return (
    <Flex wrap="wrap" align="center" columnGap="5" rowGap="2" color="text.muted" mt={{ base: '-2', md: '-5' }}>
      <LocationNames codes={[location]} />
      <CopyableId id={id} />
    </Flex>
  );
}
