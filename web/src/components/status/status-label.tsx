import { Flex, Text } from '@chakra-ui/react';
import { type StatusLook, StatusShape } from './status-shape.tsx';

/** A status as shape, colour and text. */
export function StatusLabel({ look, text }: { look: StatusLook; text: string }) {
  return (
    <Flex as="span" display="inline-flex" verticalAlign="middle" align="center" gap="2" whiteSpace="nowrap">
      <StatusShape look={look} />
      <Text as="span" fontWeight="medium">
        {text}
      </Text>
    </Flex>
  );
}
