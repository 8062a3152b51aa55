import { describe, expect, test } from 'vitest';
import { accentShades, contrastOf } from './accent.ts';

describe.each(['#ffffff', '#000000', '#ffee00', '#00ff00', '#2451c8', '#777777', '#ff0000', '#00e5ff'])(
  '%s',
  (accent) => {
    const { light, dark } = accentShades(accent);

    test.each([
      ['light text on the page', light.text, '#f5f7fa'],
      ['light text on a card', light.text, '#ffffff'],
      ['dark text on the page', dark.text, '#0b1118'],
      ['dark text on a card', dark.text, '#131b26'],
      ['white text on a light button', '#ffffff', light.solid],
      ['white text on a dark button', '#ffffff', dark.solid],
    ])('%s reads at 4.5 to 1', (_, text, ground) => expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5));
  },
);

test('an accent with enough contrast stays as it is', () => {
  expect(accentShades('#2451c8').light).toEqual({ text: '#2451c8', solid: '#2451c8' });
  expect(accentShades('#8fb0ff').dark.text).toBe('#8fb0ff');
});
