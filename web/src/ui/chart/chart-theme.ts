const color = (name: string) => `var(--chakra-colors-${name})`;
const text = { fontSize: 12, fontFamily: 'inherit', fill: color('text-muted') };

/** The theme's colours as CSS variables, for the chart library. */
const THEME = {
  text,
  axis: { ticks: { text, line: { stroke: color('border') } }, domain: { line: { stroke: color('border') } } },
  grid: { line: { stroke: color('border') } },
  crosshair: { line: { stroke: color('edge'), strokeDasharray: '3 3' } },
};

/**
 * The maximum width of an axis label, px, for digits, Latin and Thai letters, and Chinese characters, which are as wide
 * as high.
 */
export function labelWidth(label: string): number {
  const characters = [...label];
  const wide = characters.filter((character) => character >= '\u2E80').length;
  return 8 * (characters.length - wide) + text.fontSize * wide;
}

/** Settings shared by all line charts: one line without points, and a tooltip for the time under the pointer. */
export const LINE_CHART = {
  theme: THEME,
  colors: [color('text')],
  lineWidth: 2,
  enablePoints: false,
  enableGridX: false,
  enableSlices: 'x' as const,
  enableCrosshair: true,
  enableTouchCrosshair: true,
  animate: false,
  role: 'img',
};

/** A scale that ends at these values. The library would extend it to round numbers, so that a part stayed empty. */
export function linearScale(min: number, max: number) {
  return { type: 'linear' as const, min, max, nice: false };
}
