import { expect, it } from 'vitest';
import { ALL_PUBLIC_PATHS } from './public-paths.ts';

it('finds the public pages in every language', () => {
  expect(ALL_PUBLIC_PATHS).toEqual([
    ...['/', '/privacy', '/terms', '/checks'],
    ...['cn', 'zh-Hant', 'th', 'bn'].flatMap((code) =>
      ['', 'privacy', 'terms', 'checks'].map((name) => `/${code}/${name}`),
    ),
  ]);
});
