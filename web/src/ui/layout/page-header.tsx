import { Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = { title: ReactNode; subtitle?: ReactNode; actions?: ReactNode };

/** A page's heading with its actions at the right; on phones below it. */
export function PageHeader({ title, subtitle, actions }: Props) {
  return (
    <Flex as="header" align="center" justify="space-between" gap="3" wrap="wrap" minH="10">
      <Flex direction="column" minW="0">
        <Heading as="h1" textStyle="2xl" fontWeight="semibold">
          {title}
        </Heading>
        {subtitle && (
          <Text dir="auto" textAlign="left" color="text.muted">
            {subtitle}
          </Text>
        )}
      </Flex>
      {actions && (
        <Flex gap="2" wrap="wrap">
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
