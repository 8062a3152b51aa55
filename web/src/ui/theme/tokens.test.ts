import { describe, expect, it } from 'vitest';
import page from '../../../app.html?raw';
import { palette, type Shade } from './tokens.ts';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast of two colours. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const modes = ['light', 'dark'] as const;
const { surface, raised, sunken } = palette;
const texts: [string, Shade, Shade[]][] = [
  ['text', palette.text, [surface, raised, sunken]],
  ['muted', palette.muted, [surface, raised, sunken]],
  ['accent', palette.accent, [surface, raised, sunken, palette.accentSubtle]],
  ['danger', palette.danger, [surface, raised, sunken, palette.dangerSubtle]],
  ['text on accent', palette.onAccent, [palette.accentSolid, palette.dangerSolid]],
];
const shapes: [string, Shade][] = (
  [
    ...(['up', 'down', 'partial', 'pending', 'none', 'maintenance', 'paused', 'edge'] as const),
    ...(['phaseDns', 'phaseConnect', 'phaseTls', 'phaseFirstByte', 'phaseBody'] as const),
  ] as const
).map((name) => [name, palette[name]]);

describe.each(modes)('%s', (mode) => {
  it.each(texts)('%s reads at 4.5 to 1', (_, text, grounds) => {
    for (const ground of grounds) expect(contrast(text[mode], ground[mode])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('the shape %s has a contrast of 3 to 1', (_, shape) => {
    for (const ground of [surface, raised, sunken])
      expect(contrast(shape[mode], ground[mode])).toBeGreaterThanOrEqual(3);
  });
});

it('is the ground that the page is painted with before the app is there', () => {
  expect(page).toContain(`html { background: ${surface.light};`);
  expect(page).toContain(`html.dark { background: ${surface.dark};`);
});
