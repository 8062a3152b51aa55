/** An accent as text on the page's grounds, and as the ground of white text. */
export type AccentShade = { text: string; solid: string };

type Rgb = readonly [number, number, number];

/** The grounds that text is on, in each theme: the page and its cards. */
const GROUNDS = { light: ['#f5f7fa', '#ffffff'], dark: ['#0b1118', '#131b26'] } as const;
const WHITE = '#ffffff';
const BLACK = '#000000';
/** WCAG 2, level AA. */
const ENOUGH = 4.5;
const STEPS = 50;

/** Returns shades of an accent that can be read in each theme: the accent itself where it has enough contrast. */
export function accentShades(accent: string): Record<'light' | 'dark', AccentShade> {
  const solid = mixUntil(accent, BLACK, [WHITE]);
  return {
    light: { text: mixUntil(accent, BLACK, GROUNDS.light), solid },
    dark: { text: mixUntil(accent, WHITE, GROUNDS.dark), solid },
  };
}

/** Returns the WCAG 2 contrast of two colors such as `#2451c8`. */
export function contrastOf(a: string, b: string): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Mixes in as little of `other` as gives enough contrast with all grounds. */
function mixUntil(color: string, other: string, grounds: readonly string[]): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, other, step / STEPS);
    if (grounds.every((ground) => contrastOf(mixed, ground) >= ENOUGH)) return mixed;
  }
  return other;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)];
  const parts = from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = rgbOf(color);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function rgbOf(color: string): Rgb {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
