import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Returns the same colour wherever a tag is shown. */
function hueOf(tag: string): number {
  let hash = 0;
  for (const character of tag.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return hash % 360;
}

/** How a tag looks, as a label or a button; readable on both themes. */
export function tagStyle(tag: string) {
  const hue = hueOf(tag);
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    maxW: '100%',
    px: '2',
    borderRadius: 'sm',
    textStyle: 'xs',
    fontWeight: 'medium',
    bg: { base: `hsl(${hue} 55% 93%)`, _dark: `hsl(${hue} 28% 20%)` },
    color: { base: `hsl(${hue} 65% 24%)`, _dark: `hsl(${hue} 60% 84%)` },
  };
}

/** Shows a tag, coloured by its name. `children` follow it, such as a button that removes it. */
export function Tag({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <chakra.span css={tagStyle(name)}>
      <chakra.bdi truncate>{name}</chakra.bdi>
      {children}
    </chakra.span>
  );
}

/** Tags in a row; nothing without any. */
export function Tags({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Flex as="span" wrap="wrap" gap="1" minW="0">
      {names.map((name) => (
        <Tag key={name} name={name} />
      ))}
    </Flex>
  );
}
