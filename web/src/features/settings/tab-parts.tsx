import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The parts of a tab one below the other, down to the window's end, where its bar stands. */
export function TabParts({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" flex="1" gap={{ base: '4', md: '6' }}>
      {children}
    </Flex>
  );
}
