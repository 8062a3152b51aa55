import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A row with a label at the start and a control at the end. */
export function Row({ label, htmlFor, children }: { label: string; htmlFor: string; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" gap="4" minH="11">
      <chakra.label htmlFor={htmlFor} fontWeight="medium">
        {label}
      </chakra.label>
      {children}
    </Flex>
  );
}
