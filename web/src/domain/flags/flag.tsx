import { Image, Text } from '@chakra-ui/react';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SERVER_LOCATION } from '@farwatch/core/values/server-location';

/** The flags in this folder, by location code. */
const FLAGS = import.meta.glob<string>('./*.svg', { eager: true, query: '?url', import: 'default' });

/** A location's flag, nothing for the server; always next to the location's name or with the name as `title`. */
export function Flag({ code, title }: { code: LocationCode; title?: string }) {
  if (code === SERVER_LOCATION) return null;
  const picture = FLAGS[`./${code}.svg`];
  if (!picture) {
    return (
      <Text as="abbr" title={title} aria-hidden={title === undefined} textStyle="xs" textDecoration="none">
        {code.toUpperCase()}
      </Text>
    );
  }
  return (
    <Image
      src={picture}
      alt={title ?? ''}
      title={title}
      width="18px"
      height="12px"
      borderRadius="2px"
      outline="1px solid"
      outlineColor="border"
      flexShrink="0"
    />
  );
}
