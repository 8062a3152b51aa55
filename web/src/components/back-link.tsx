import { Text } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { lastAddressOf } from '../lib/list/last-addresses.ts';
import { ButtonLink } from './button-link.tsx';

/** A link back, above a page's heading, to a page with the filters and order it was left with. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <ButtonLink
      to={lastAddressOf(to)}
      variant="plain"
      color="text.muted"
      px="0"
      maxW="full"
      alignSelf="flex-start"
      mb={{ base: '-3', md: '-5' }}
      _hover={{ color: 'text' }}
    >
      <ArrowLeft aria-hidden="true" />
      <Text as="span" truncate>
        {text}
      </Text>
    </ButtonLink>
  );
}
