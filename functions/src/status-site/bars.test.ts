import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { expect, test } from 'vitest';
import { barsOf } from './bars.ts';
import { formatOf } from './format.ts';

const context = { today: '2026-11-20', texts: STATUS_PAGE_TEXTS.en, format: formatOf('en', 'UTC') };
const bars = (uptime: number[], downSec: number[]) => barsOf({ uptime, downSec }, context).text;

test('draws adjacent days of a kind as one dashed line, the newest at the right', () => {
  const days = Array.from({ length: 90 }, () => 100);
  const drawn = bars(days.with(88, 90).with(0, -1), days.fill(0).with(88, 8640));
  expect([...drawn.matchAll(/<path class="(.)" d="(.*?)"/g)].map(([, kind, line]) => [kind, line])).toEqual([
    ['u', 'M10 20h867M890 20h7'],
    ['d', 'M880 16h7'],
    ['g', 'M0 27h7'],
  ]);
  expect(drawn).toContain('<title>19 Nov: down for 2 h 24 min, 90% uptime</title>');
  expect(drawn).toContain('aria-label="Last 90 days: outages on 1 day, no data on 1 day"');
});

test('a younger component has no data before', () => {
  const drawn = bars([99.9, 100], [86, 0]);
  expect(drawn).toContain('<path class="g" d="M0 27h877"/>');
  expect(drawn).toContain('<path class="s" d="M880 18h7"/>');
  expect(drawn).toContain('19 Nov: down for 1 min, 99.9% uptime');
});
