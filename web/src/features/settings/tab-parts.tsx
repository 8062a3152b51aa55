import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A tab's sections in a column that reaches to the bottom of the window, where the save bar is. */
export function TabParts({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" flex="1" gap={{ base: '4', md: '6' }}>
      {children}
    </Flex>
  );
}
