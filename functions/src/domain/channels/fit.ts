import { clip } from '@farwatch/core/values/clip';

/** At most this many units come of one by an escape ('&amp;'). */
const LONGEST_ESCAPE = 5;

/**
 * Escapes a text. If that has more than `most` UTF-16 units, the text is cut before it is escaped, so that no escape is
 * cut, and ends with '…'.
 */
export function escapeWithin(text: string, most: number, escapeText: (text: string) => string): string {
  const whole = escapeText(text);
  if (whole.length <= most) return whole;
  let kept = clip(text, most - 1);
  let excess = escapeText(kept).length + 1 - most;
  while (excess > 0) {
    kept = clip(kept, kept.length - Math.ceil(excess / LONGEST_ESCAPE));
    excess = escapeText(kept).length + 1 - most;
  }
  return `${escapeText(kept)}…`;
}

/** Cuts a text to at most `most` UTF-16 units, of which '…' is the last. */
export function cutWithin(text: string, most: number): string {
  return escapeWithin(text, most, (kept) => kept);
}

/** Joins lines to as few texts as possible of at most `most` UTF-16 units. No line is longer. */
export function joinWithin(lines: readonly string[], most: number): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const joined = texts.length > 0 ? `${texts.at(-1)}\n${line}` : line;
    if (texts.length === 0 || joined.length > most) texts.push(line);
    else texts[texts.length - 1] = joined;
  }
  return texts;
}

/** Whether a message's URL can be a link where it is shown. Other schemes name a check type. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^\s<>|]+$/.test(url);
}
