import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The parts of a tab in a column down to the window's end, where its bar is. */
export function TabParts({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" flex="1" gap={{ base: '4', md: '6' }}>
      {children}
    </Flex>
  );
}
