import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { AccountCard } from '../../lib/navigation/paths.ts';
import { Panel } from '../../ui/layout/panel.tsx';

type CardProps = { id?: AccountCard; title: string; text: ReactNode; children: ReactNode };

/** A card of settings with a heading and a description. */
export function SettingsCard({ id, title, text, children }: CardProps) {
  return (
    <Panel
      as="section"
      id={id}
      aria-label={title}
      scrollMarginTop="4"
      p={{ base: '4', sm: '6' }}
      display="flex"
      flexDirection="column"
      gap="5"
    >
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

type ClosedProps = { title: string; summary: string; children: ReactNode };

/** A card that is closed until it is opened. */
export function ClosedCard({ title, summary, children }: ClosedProps) {
  return (
    <Panel as="section" aria-label={title}>
      <chakra.details>
        <chakra.summary
          px={{ base: '4', sm: '6' }}
          py="3"
          minH="11"
          cursor="pointer"
          borderRadius="l3"
          focusVisibleRing="outside"
        >
          <chakra.span fontWeight="medium">{title}</chakra.span> <chakra.span color="text.muted">{summary}</chakra.span>
        </chakra.summary>
        <Box px={{ base: '4', sm: '6' }} pt="2" pb="6">
          {children}
        </Box>
      </chakra.details>
    </Panel>
  );
}

/** A row with a label at the start and a control at the end. */
export function SettingsRow({ label, htmlFor, children }: { label: string; htmlFor: string; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" gap="4" minH="11">
      <chakra.label htmlFor={htmlFor} fontWeight="medium">
        {label}
      </chakra.label>
      {children}
    </Flex>
  );
}

/** A tab's sections in a column that extends to the bottom of the window, where the save bar is. */
export function TabParts({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" flex="1" gap={{ base: '4', md: '6' }}>
      {children}
    </Flex>
  );
}
