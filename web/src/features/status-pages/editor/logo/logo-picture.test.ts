import { expect, it } from 'vitest';
import { addressOfLogo, rememberLogo, withLogo } from './logo-picture.ts';

const chosen = { type: 'image/png', base64: 'AH//' } as const;
const picture = '<img src="data:image/png;base64,AH//" alt="" height="40">';

it('is shown from the file, also after it was saved', () => {
  expect(addressOfLogo(chosen)).toBe('data:image/png;base64,AH//');
  const stored = { stored: '/status/acme/logo/1' };
  expect(addressOfLogo(stored)).toBe('/status/acme/logo/1');
  rememberLogo(stored.stored, chosen);
  expect(addressOfLogo(stored)).toBe('data:image/png;base64,AH//');
});

it.each([
  ['added', '', chosen, picture],
  ['replaced', '<img src="/status/acme/logo/0" alt="" height="40">', chosen, picture],
  ['removed', '<img src="/status/acme/logo/0" alt="" height="40">', null, ''],
])('is %s in a preview', (_what, before, logo, after) => {
  const page = (image: string) => `<header><div class="brand">${image}<h1>Acme</h1></div></header>`;
  expect(withLogo(page(before), logo)).toBe(page(after));
});
