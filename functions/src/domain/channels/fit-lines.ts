import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { cutWithin } from './fit.ts';

const STEP = 5;

/** The lines of a message below its title, without the link, for services that show both apart. The title if none. */
export function bodyLines({ text, title, link }: OutgoingMessage): string[] {
  const lines = text.split('\n').filter((line) => line !== title && line !== link?.url);
  return lines.length > 0 ? lines : [title];
}

/**
 * Joins lines to a text of at most `most` units. If it is longer, the longest lines are cut to the same length, so that
 * something of every line remains. `lengthOf`: in other units than UTF-16.
 */
export function fitLines(lines: readonly string[], most: number, lengthOf = (text: string) => text.length): string {
  let longest = Math.max(1, ...lines.map((line) => line.length));
  for (;;) {
    const text = lines.map((line) => cutWithin(line, longest)).join('\n');
    if (lengthOf(text) <= most || longest === 1) return text;
    longest = Math.max(1, longest - STEP);
  }
}
