import { Box, Flex } from '@chakra-ui/react';
import type { PhaseFact } from './phase-facts.ts';

/** A check's phases as one bar, each as wide as it was long. What it shows stands in words beside it. */
export function PhaseBar({ phases, height }: { phases: readonly PhaseFact[]; height: '3px' | '12px' }) {
  const shown = phases.filter(({ ms }) => ms > 0);
  if (shown.length === 0) return null;
  return (
    <Flex aria-hidden="true" gap="2px" h={height} borderRadius="l1" overflow="hidden">
      {shown.map(({ phase, ms }) => (
        <Box key={phase} bg={`phase.${phase}`} minW="2px" style={{ flex: `${ms} 0 0` }} />
      ))}
    </Flex>
  );
}
