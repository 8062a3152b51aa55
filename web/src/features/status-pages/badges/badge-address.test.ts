import { expect, it } from 'vitest';
import { type Badge, badgeCode, badgePath } from './badge-address.ts';

const badge = (changes: Partial<Badge>): Badge => ({
  component: null,
  type: 'status',
  range: '90d',
  label: '',
  ...changes,
});

it.each<[Partial<Badge>, string]>([
  [{}, '/badge/acme.svg'],
  [{ component: 'abcd1234' }, '/badge/acme/abcd1234.svg'],
  [{ type: 'uptime', range: '7d' }, '/badge/acme.svg?type=uptime&range=7d'],
  [{ type: 'response' }, '/badge/acme.svg?type=response'],
  [{ label: ' my API ' }, '/badge/acme.svg?label=my+API'],
])('the badge with %j is at %s', (changes, path) => {
  expect(badgePath('acme', badge(changes))).toBe(path);
});

it('is code that no title breaks out of', () => {
  const image = 'https://farwatch.test/badge/acme.svg?type=uptime&range=7d';
  expect(badgeCode(image, 'https://farwatch.test/status/acme', 'A "<b>] & \\')).toEqual({
    markdown: `[![A "<b>\\] & \\\\](${image})](https://farwatch.test/status/acme)`,
    html: `<a href="https://farwatch.test/status/acme"><img src="https://farwatch.test/badge/acme.svg?type=uptime&amp;range=7d" alt="A &quot;&lt;b>] &amp; \\"></a>`,
  });
});
