import { Box, type BoxProps } from '@chakra-ui/react';

/** A card: one border, no shadow. */
export function Panel(props: BoxProps) {
  return <Box bg="surface.raised" borderWidth="1px" borderRadius="l3" minW="0" {...props} />;
}
