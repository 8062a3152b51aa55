import { expect, it } from 'vitest';
import { addressOfLogo, logoProblem, readLogo } from './logo.ts';

it.each([
  ['image/png', 64 * 1024, null],
  ['image/webp', 1, null],
  ['image/png', 64 * 1024 + 1, 'size'],
  ['image/svg+xml', 1, 'type'],
  ['', 1, 'type'],
])('a file of type %j with %i bytes', (type, size, problem) => {
  expect(logoProblem({ type, size })).toBe(problem);
});

it('is shown from the file before it is saved', async () => {
  const logo = await readLogo(new Blob([new Uint8Array([0, 127, 255])], { type: 'image/png' }));
  expect(logo).toEqual({ type: 'image/png', base64: 'AH//' });
  expect(logo && addressOfLogo(logo)).toBe('data:image/png;base64,AH//');
  expect(addressOfLogo({ stored: '/status/acme/logo/1' })).toBe('/status/acme/logo/1');
});
