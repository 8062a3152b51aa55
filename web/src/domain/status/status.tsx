import { chakra, Flex, Text } from '@chakra-ui/react';

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

/** The appearances of a status; shared by endpoints, monitors, hours and incidents. */
export type StatusLook = 'up' | 'slow' | 'down' | 'partial' | 'pending' | 'none' | 'maintenance' | 'paused';

/**
 * A status as a shape in addition to its colour: up a dot, slow a clock, down a barred dot, partial a half dot, pending a ring, none
 * a struck-through ring, maintenance a diamond, paused two bars.
 */
export function StatusShape({ look, size = 12 }: { look: StatusLook; size?: number }) {
  return (
    <chakra.svg
      viewBox="0 0 12 12"
      width={`${size}px`}
      height={`${size}px`}
      color={`status.${look}`}
      flexShrink="0"
      aria-hidden="true"
    >
      {look === 'up' && <circle cx="6" cy="6" r="5" fill="currentColor" />}
      {look === 'slow' && (
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M6 0a6 6 0 1 1 0 12A6 6 0 0 1 6 0ZM5.1 2.2v4.9h3.9V5.3H6.9V2.2Z"
        />
      )}
      {look === 'down' && (
        <path fill="currentColor" fillRule="evenodd" d="M6 0a6 6 0 1 1 0 12A6 6 0 0 1 6 0ZM3 5v2h6V5Z" />
      )}
      {(look === 'partial' || look === 'pending' || look === 'none') && (
        <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      )}
      {look === 'partial' && <path fill="currentColor" d="M6 1.25a4.75 4.75 0 0 1 0 9.5Z" />}
      {look === 'maintenance' && <path fill="currentColor" d="m6 0 6 6-6 6-6-6Z" />}
      {look === 'paused' && <path fill="currentColor" d="M1.5 1h3v10h-3ZM7.5 1h3v10h-3Z" />}
      {look === 'none' && <path stroke="currentColor" strokeWidth="1.5" d="m2.75 9.25 6.5-6.5" />}
    </chakra.svg>
  );
}

/** A page's title: a name with its status as a shape. */
export function StatusTitle({ name, look, text }: { name: string; look: StatusLook; text: string }) {
  return (
    <Flex as="span" align="flex-start" gap="3">
      <Flex as="span" align="center" h="1lh">
        <StatusShape look={look} size={16} />
      </Flex>
      <Text as="span" minW="0" overflowWrap="anywhere">
        <bdi>{name}</bdi>
      </Text>
      <Text as="span" srOnly>
        {text}
      </Text>
    </Flex>
  );
}
