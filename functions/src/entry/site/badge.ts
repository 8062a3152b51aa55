import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { z } from 'zod';
import { html } from './html.ts';

export const BADGE_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type BadgeRange = (typeof BADGE_RANGES)[number];

/** The query of a badge. `color`: of its right part, as hexadecimal digits without `#`. */
export const badgeQuerySchema = z.object({
  type: z.enum(['status', 'uptime', 'response']).default('status'),
  range: z.enum(BADGE_RANGES).default('90d'),
  label: z.string().trim().max(60).optional(),
  color: z
    .string()
    .regex(/^([0-9a-f]{3}|[0-9a-f]{6})$/i)
    .optional(),
  language: z.enum(LANGUAGE_CODES).optional(),
});
export type BadgeQuery = z.infer<typeof badgeQuerySchema>;

export const BADGE_COLORS = {
  up: '#12804a',
  slow: '#a35f00',
  partial: '#a35f00',
  down: '#d02639',
  maintenance: '#7a4ec2',
  unknown: '#66727f',
} as const;

/** Widths of the characters from space to `~` in tenths of a pixel at 11 px, in Verdana's and DejaVu Sans's metrics. */
const WIDTHS = [
  ...[35, 44, 51, 92, 70, 105, 86, 30, 43, 43, 55, 92, 35, 40, 35, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 37, 37],
  ...[92, 92, 92, 58, 110, 75, 75, 77, 85, 70, 63, 85, 83, 32, 32, 72, 61, 95, 82, 87, 66, 87, 76, 70, 67, 81, 75, 109],
  ...[75, 67, 75, 43, 37, 43, 92, 55, 55, 67, 70, 60, 70, 68, 39, 70, 70, 31, 31, 64, 31, 107, 70, 67, 70, 70, 45, 57],
  ...[43, 70, 65, 90, 65, 65, 58, 70, 37, 70, 92],
];
/** Other punctuation and symbols, in the same unit. */
const SYMBOLS: Readonly<Record<string, number>> = {
  ...{ '–': 55, '—': 110, '…': 110, '“': 57, '”': 57, '„': 57, '‘': 35, '’': 35, '‚': 35, '·': 35, '•': 65, '°': 55 },
  ...{ '×': 92, '÷': 92, '±': 92, '≤': 92, '≥': 92, '→': 92, '←': 92, '↑': 92, '↓': 92, '★': 92, '☆': 92, '½': 107 },
  ...{
    '¼': 107,
    '¾': 107,
    '€': 70,
    '£': 70,
    '¥': 70,
    '§': 55,
    '«': 67,
    '»': 67,
    '℃': 124,
    '№': 115,
    ß: 69,
    ı: 31,
    ł: 31,
  },
};
/** Chinese, Japanese and Korean characters are as wide as the font is high. */
const FULL = 110;
/** The emoji of most systems are a quarter wider. */
const EMOJI = 137;
/** A consonant that joins the one before it is mostly drawn below it, `র` always, and `য` next to it. */
const JOINED = 20;
const JOINED_OTHERWISE: Readonly<Record<string, number>> = { র: 0, र: 0, য: 30, य: 30 };

/** Advances of scripts, of which the first that matches counts; no font is assumed to be closer than this. */
const SCRIPTS: readonly (readonly [RegExp, number])[] = [
  // Marks, joiners and other characters that are drawn over their base, or not at all.
  [/[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u, 0],
  [/[\uFF61-\uFFDC\uFFE8-\uFFEE]/u, 55],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u, FULL],
  // Numbers and characters in circles or squares.
  [/[\u2460-\u24FF\u3200-\u33FF]/u, FULL],
  [/\p{Script=Hangul}/u, 103],
  // Thai vowels next to their consonant are narrower.
  [/[\u0E40\u0E42-\u0E44]/u, 30],
  [/[\u0E30\u0E32\u0E33\u0E45]/u, 42],
  [/ญ/u, 100],
  [/\p{Script=Thai}/u, 65],
  [/[\u0982\u0983]/u, 50],
  [/[\u09C7\u09C8]/u, 40],
  [/[\u0903\u093B-\u094C\u09BE-\u09D7]/u, 30],
  [/\p{Mc}/u, 45],
  [/জ/u, 100],
  [/\p{Script=Bengali}/u, 72],
  [/\p{Script=Devanagari}/u, 65],
  [/\p{Script=Arabic}/u, 51],
  [/\p{Script=Hebrew}/u, 61],
  [/\p{Script=Cyrillic}/u, 72],
  [/\p{Script=Greek}/u, 66],
  [/\p{Extended_Pictographic}/u, FULL],
];
const OTHER = 70;

const IS_EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3)/u;
const JOINS = /^[\u09CD\u094D]$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PADDING = 7;
const HEIGHT = 20;

/** The width of a text in a badge as most systems draw it, px. */
export function textWidth(text: string): number {
  const tenths = [...graphemes.segment(text)].reduce((sum, { segment }) => sum + widthOf(segment), 0);
  return Math.round(tenths / 10);
}

/** What a reader sees as one character may be several: a letter with its marks, or emoji that are joined. */
function widthOf(grapheme: string): number {
  if (IS_EMOJI.test(grapheme)) return EMOJI;
  // Accents have no width of their own, and letters without a table have that of their base.
  const characters = [...(/\p{Script=Hangul}/u.test(grapheme) ? grapheme : grapheme.normalize('NFD'))];
  const widths = characters.map((character, index) =>
    JOINS.test(characters[index - 1] ?? '') && /\p{L}/u.test(character)
      ? (JOINED_OTHERWISE[character] ?? JOINED)
      : advanceOf(character),
  );
  return widths.reduce((sum, each) => sum + each, 0);
}

function advanceOf(character: string): number {
  const code = character.charCodeAt(0);
  const known = code < 127 ? WIDTHS[code - 32] : SYMBOLS[character];
  return known ?? SCRIPTS.find(([script]) => script.test(character))?.[1] ?? OTHER;
}

/** A flat badge as SVG. Its text has the width that the badge was drawn for, whatever font shows it. */
export function renderBadge({ label, value, color }: { label: string; value: string; color: string }): string {
  const [left, right] = [label, value].map((text) => (text === '' ? 0 : textWidth(text) + 2 * PADDING)) as [
    number,
    number,
  ];
  const width = left + right;
  const title = label === '' ? value : `${label}: ${value}`;
  const text = (content: string, x: number, part: number) =>
    content !== '' &&
    html`<text x="${x + part / 2}" y="14" textLength="${part - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title><clipPath id="c"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath><g clip-path="url(#c)"><rect width="${left}" height="${HEIGHT}" fill="#3b4654"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}"/></g><g fill="${textColor(color)}" text-anchor="middle" font-family="Verdana,'DejaVu Sans',Geneva,'Noto Sans CJK SC',sans-serif" font-size="11">${left > 0 && html`<g fill="#fff">${text(label, 0, left)}</g>`}${text(value, left, right)}</g></svg>`
    .text;
}

/** Dark text on a light color, which a query can choose. */
function textColor(color: string): string {
  const hex = color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 150 ? '#111' : '#fff';
}
