const color = (name: string) => `var(--chakra-colors-${name})`;
const text = { fontSize: 12, fontFamily: 'inherit', fill: color('text-muted') };

/** The theme's colours for the chart library, which knows only CSS. */
const THEME = {
  text,
  axis: { ticks: { text, line: { stroke: color('border') } }, domain: { line: { stroke: color('border') } } },
  grid: { line: { stroke: color('border') } },
  crosshair: { line: { stroke: color('edge'), strokeDasharray: '3 3' } },
};

/** What all line charts have in common: one line without points, and a tip for the time that is pointed at. */
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
