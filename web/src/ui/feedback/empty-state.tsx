import { Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Mark } from '../layout/mark.tsx';

type Props = {
  title: string;
  hint?: string;
  action?: ReactNode;
  /** The title is the page's heading, because there is nothing else on the page. */
  isPage?: boolean;
};

/** Shown where there is nothing to list: the mark, one sentence, one action. */
export function EmptyState({ title, hint, action, isPage = false }: Props) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="2" px="4" py="12">
      <Mark size={32} color="text.muted" />
      <Text as={isPage ? 'h1' : 'p'} textStyle="lg" fontWeight="medium" mt="2">
        {title}
      </Text>
      {hint && <Text color="text.muted">{hint}</Text>}
      {action && <Flex mt="4">{action}</Flex>}
    </Flex>
  );
}
