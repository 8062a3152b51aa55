import { Box, chakra, Flex, Heading, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { cardsFor, type SettingsCardId } from '../../lib/navigation/settings-cards.ts';
import { useMayCall } from '../../lib/session/session.ts';
import { Panel } from '../../ui/layout/panel.tsx';

/** Shows the element with this id when a link to it is opened, also if it is a closed card. */
export function useLinked(id: string | undefined): void {
  const { hash, key } = useLocation();
  const isLinked = id !== undefined && decodeURIComponent(hash) === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key differs for each navigation.
  useEffect(() => {
    const element = isLinked && document.getElementById(id);
    if (!element) return;
    const closed = element.querySelector(':scope > details');
    if (closed instanceof HTMLDetailsElement) closed.open = true;
    element.scrollIntoView();
  }, [isLinked, id, key]);
}

/** Shows a card to those who may open it in the account. */
export function CardFor({ id, children }: { id: SettingsCardId; children: ReactNode }) {
  const isShown = cardsFor(useMayCall()).some((card) => card.id === id);
  return isShown ? children : null;
}

type CardProps = { id?: SettingsCardId; title: string; text: ReactNode; children: ReactNode };

/** A card of settings with a heading and a description. */
export function SettingsCard({ id, title, text, children }: CardProps) {
  useLinked(id);
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

/** A list at the foot of a card, whose rows have their content at the start and what can be done with it at the end. */
export const ROWS_IN_CARD: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  mb: { base: '-4', sm: '-6' },
  '& > li': { px: { base: '4', sm: '6' }, py: '3', borderTopWidth: '1px' },
  '& > li > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4', rowGap: '2' },
};

type ClosedProps = { id: SettingsCardId; title: string; summary: string; children: ReactNode };

/** A card that is closed until it is opened. */
export function ClosedCard({ id, title, summary, children }: ClosedProps) {
  useLinked(id);
  return (
    <Panel as="section" id={id} scrollMarginTop="4" aria-label={title}>
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

/** A row with a label at the start and a control at the end, or below where both do not fit. */
export function SettingsRow({ label, htmlFor, children }: { label: string; htmlFor: string; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" columnGap="4" rowGap="1" minH="11" wrap="wrap">
      <chakra.label htmlFor={htmlFor} fontWeight="medium" flex="1 1 144px">
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
