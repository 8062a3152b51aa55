import { Box, chakra, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Named values, two to a line; one to a line on phones. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Grid as="dl" templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }} columnGap="6" rowGap="4">
      {children}
    </Grid>
  );
}

/** One of them. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <chakra.dt textStyle="sm" color="text.muted">
        {name}
      </chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </Box>
  );
}
