import { Flex, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

type Props = {
  title: string;
  value: ReactNode;
  unit?: string | undefined;
  text: ReactNode;
  aside?: ReactNode;
  isNarrow?: boolean;
};

/** Longer values, such as a duration in words, are set smaller so that they fit on a line. */
const LARGE_LETTERS = 12;

/**
 * Shows one metric with its label: stacked, on phones side by side unless two cards share a line (`isNarrow`). `aside` is
 * shown at the opposite end.
 */
export function StatCard({ title, value, unit, text, aside, isNarrow = false }: Props) {
  const stacked = '"title" "value" "text"';
  const isLong = typeof value === 'string' && value.length > LARGE_LETTERS;
  return (
    <Panel as="section" aria-label={title} px="4" py={{ base: '3', sm: '4' }}>
      <Grid
        templateAreas={{ base: isNarrow ? stacked : '"title value" "text value"', sm: stacked }}
        templateColumns={{ base: isNarrow ? 'minmax(0, 1fr)' : 'minmax(6.5rem, 1fr) auto', sm: 'minmax(0, 1fr)' }}
        columnGap="4"
        rowGap="1"
      >
        <Text as="h2" gridArea="title" textStyle="sm" color="text.muted">
          {title}
        </Text>
        <Flex
          gridArea="value"
          direction={{ base: 'column', sm: 'row' }}
          align={{ base: isNarrow ? 'flex-start' : 'flex-end', sm: 'baseline' }}
          alignSelf="center"
          justify="space-between"
          wrap={{ base: 'nowrap', sm: 'wrap' }}
          columnGap={{ base: '0', sm: '3' }}
        >
          <Text
            as="div"
            textStyle={{ base: isNarrow || isLong ? 'xl' : '2xl', sm: isLong ? 'xl' : '3xl' }}
            // As high as a large value, so that values next to each other are aligned.
            lineHeight={{ sm: isLong ? 'calc(2rem * var(--line-height, 1.25))' : undefined }}
            fontWeight="semibold"
            textAlign={{ base: isNarrow ? 'start' : 'end', sm: 'start' }}
          >
            {value}
            {unit && (
              <Text as="span" textStyle="md" fontWeight="normal" color="text.muted" ms="1.5">
                {unit}
              </Text>
            )}
          </Text>
          {aside}
        </Flex>
        <Text as="div" gridArea="text" textStyle="sm" color="text.muted" overflowWrap="anywhere">
          {text}
        </Text>
      </Grid>
    </Panel>
  );
}
