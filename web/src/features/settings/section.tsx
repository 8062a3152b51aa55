import { Box, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Panel } from '../../components/layout/panel.tsx';

/** A card of settings with a heading and a description. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel as="section" aria-label={title} p={{ base: '4', sm: '6' }} display="flex" flexDirection="column" gap="5">
      <Box>
        <Heading as="h2" textStyle="lg" fontWeight="semibold">
          {title}
        </Heading>
        <Text color="text.muted">{text}</Text>
      </Box>
      {children}
    </Panel>
  );
}
