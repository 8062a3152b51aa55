import { Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

type Props = { title: string; value: ReactNode; unit?: string; text: ReactNode; aside?: ReactNode };

/** One figure with what it means. `text` stands under it, `aside` at its right. */
export function StatCard({ title, value, unit, text, aside }: Props) {
  return (
    <Panel as="section" aria-label={title} p="4" display="flex" flexDirection="column" gap="1">
      <Text as="h2" textStyle="sm" color="text.muted">
        {title}
      </Text>
      <Flex align="baseline" justify="space-between" gap="3" minH="40px">
        <Text as="div" textStyle="3xl" fontWeight="semibold" whiteSpace="nowrap">
          {value}
          {unit && (
            <Text as="span" textStyle="md" fontWeight="normal" color="text.muted" ms="1.5">
              {unit}
            </Text>
          )}
        </Text>
        {aside}
      </Flex>
      <Text as="div" textStyle="sm" color="text.muted" truncate>
        {text}
      </Text>
    </Panel>
  );
}
