import { Box, chakra, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Labelled values, two per line. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <Grid as="dl" templateColumns="repeat(2, minmax(0, 1fr))" columnGap={{ base: '4', sm: '6' }} rowGap="4">
      {children}
    </Grid>
  );
}

type Props = {
  name: string;
  children: ReactNode;
  /** Half of a phone's width is enough; others take its full width. */
  short?: boolean;
};

export function DetailItem({ name, children, short = false }: Props) {
  return (
    <Box minW="0" gridColumn={{ base: short ? 'auto' : '1 / -1', sm: 'auto' }}>
      <chakra.dt textStyle="sm" color="text.muted">
        {name}
      </chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </Box>
  );
}

/** A second line below a value. */
export function DetailNote({ children }: { children: ReactNode }) {
  return (
    <Text textStyle="sm" color="text.muted">
      {children}
    </Text>
  );
}
