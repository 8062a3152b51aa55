import { clip } from './clip.ts';

/** How terminals get colours, titles and links: `\x1b[31m`, `\x1b]0;title\x07`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters.
const TERMINAL_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
/** Characters without a look, such as marks of direction. The joiners of Bengali, Persian and emoji have one next to others. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/gu;
const STRAY_JOINERS = /(?<=^|\s)[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)/g;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/**
 * A text from outside as one line, as it is written: without line breaks, codes for terminals, and characters that are not
 * seen but could make it look like another text.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(TERMINAL_CODES, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(STRAY_JOINERS, '')
    .trim();
}

/** Cuts a text to at most `most` UTF-16 units, of which '…' is the last. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${clip(text, most - 1)}…` : text;
}

/**
 * A text for a place within a sentence: one that is written from right to left is isolated, so that it does not turn the
 * sentence around (Unicode Standard Annex 9, FSI).
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

/** Whether nothing of a text is seen. */
export function isInvisible(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Mn}\u115F\u1160\u3164\uFFA0\u2800]*$/u.test(text);
}
