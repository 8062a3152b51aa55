const color = (name: string) => `var(--chakra-colors-${name})`;
const text = { fontSize: 12, fontFamily: 'inherit', fill: color('text-muted') };

/** The colour of the line of medians. */
export const LINE_COLOR = color('text');

/** The theme's colours for the chart library, which knows only CSS. */
export const CHART_THEME = {
  text,
  axis: { ticks: { text, line: { stroke: color('border') } }, domain: { line: { stroke: color('border') } } },
  grid: { line: { stroke: color('border') } },
  crosshair: { line: { stroke: color('edge'), strokeDasharray: '3 3' } },
};
