import type { RangeTotals } from '@farwatch/core/contracts/api/history';
import { expect, it } from 'vitest';
import { type Changes, compareTotals } from './compare.ts';
import { totals } from './range-fixture.ts';

const none: Changes = { uptime: null, downtime: null, outages: null, mttr: null, mtbf: null };

it.each<[string, Partial<RangeTotals>, Partial<RangeTotals> | null, Partial<Record<keyof Changes, string>>]>([
  ['nothing without an earlier range', {}, null, {}],
  ['equal ranges', {}, {}, { uptime: 'same 0', downtime: 'same 0', outages: 'same 0' }],
  [
    'more uptime and fewer outages as better',
    { uptime: 99.98, downtimeSec: 60, outages: 1, mttrSec: 60, mtbfSec: 9000 },
    { uptime: 99.5, downtimeSec: 600, outages: 3, mttrSec: 200, mtbfSec: 3000 },
    { uptime: 'better 0.48', downtime: 'better 540', outages: 'better 2', mttr: 'better 140', mtbf: 'better 6000' },
  ],
  [
    'less uptime and longer outages as worse',
    { uptime: 99, downtimeSec: 600, outages: 1, mttrSec: 600, mtbfSec: 3000 },
    { uptime: 100, downtimeSec: 0, outages: 0 },
    { uptime: 'worse 1', downtime: 'worse 600', outages: 'worse 1' },
  ],
  [
    'percentages that look the same as the same',
    { uptime: 99.987 },
    { uptime: 99.981 },
    { uptime: 'same 0', downtime: 'same 0', outages: 'same 0' },
  ],
  [
    'only rates if much less is known of the earlier range',
    { downtimeSec: 600, outages: 2, mttrSec: 300, mtbfSec: 9000 },
    { knownSec: 10_000, outages: 1, mttrSec: 300, mtbfSec: 4000 },
    { uptime: 'same 0', mttr: 'same 0', mtbf: 'better 5000' },
  ],
  ['nothing while nothing is known now', { uptime: null, knownSec: 0 }, {}, {}],
])('shows %s', (_, now, before, expected) => {
  const changes = compareTotals(totals(now), before && totals(before));
  const shown = Object.entries(changes).map(([id, change]) => [
    id,
    change && `${change.direction} ${Number(change.by.toFixed(4))}`,
  ]);
  expect(Object.fromEntries(shown)).toEqual({ ...none, ...expected });
});
