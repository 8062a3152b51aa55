import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A second line below a fact. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Text textStyle="sm" color="text.muted">
      {children}
    </Text>
  );
}
