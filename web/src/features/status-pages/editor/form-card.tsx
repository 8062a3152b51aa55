import { Box, Heading, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Panel } from '../../../ui/layout/panel.tsx';

/** A card of a page's form, with what it is about. */
export function FormCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id} p={{ base: '4', sm: '6' }} display="flex" flexDirection="column" gap="5">
      <Box>
        <Heading as="h2" id={id} textStyle="lg" fontWeight="semibold">
          {title}
        </Heading>
        {text && <Text color="text.muted">{text}</Text>}
      </Box>
      {children}
    </Panel>
  );
}
