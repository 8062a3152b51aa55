import { Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';

type Props = { title: string; text?: string | undefined; busy?: boolean; children?: ReactNode };

/** The state of verifying an address, also as the window's title, with the possible actions. */
export function VerifyOutcome({ title, text, busy = false, children }: Props) {
  useTitle(title);
  return (
    <Flex direction="column" align="center" textAlign="center" gap="3">
      <Flex role="status" direction="column" align="center" gap="3">
        {busy && <Spinner size="lg" color="accent" />}
        <Heading as="h1" textStyle="xl" fontWeight="semibold">
          {title}
        </Heading>
        {text && (
          <Text color="text.muted" overflowWrap="anywhere">
            {text}
          </Text>
        )}
      </Flex>
      {children && (
        <Flex direction="column" gap="3" w="full" mt="3" textAlign="start">
          {children}
        </Flex>
      )}
    </Flex>
  );
}
