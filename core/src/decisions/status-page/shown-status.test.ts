import { expect, test } from 'vitest';
import { sampleSnapshot } from '../../testing/snapshot-sample.ts';
import type { ComponentStatus } from '../../values/status-page/component-status.ts';
import { overallStatus, shownStatus } from './shown-status.ts';

const NOW = 1_000_000;

function page(statuses: ComponentStatus[], more: { isOpen?: boolean; working?: number[] } = {}) {
  const { groups, incidents } = sampleSnapshot({ components: statuses.length, nowMs: NOW });
  const components = (groups[0]?.components ?? []).map((each, index) => ({
    ...each,
    status: statuses[index] ?? 'up',
  }));
  const keys = (more.working ?? []).map((index) => components[index]?.key ?? '');
  return {
    groups: [{ name: '', components }],
    incidents: incidents.map((each) => ({ ...each, resolvedAt: more.isOpen ? null : NOW })),
    maintenance: [{ name: 'Work', startsAt: NOW, endsAt: NOW + 10, components: keys }],
  };
}

test.each([
  [['up', 'up'], {}, 'up'],
  [['up', 'paused'], {}, 'up'],
  [['up', 'unknown'], {}, 'someUnknown'],
  [['unknown', 'paused'], {}, 'unknown'],
  [[], {}, 'unknown'],
  [['paused'], {}, 'unknown'],
  [['up', 'partial', 'unknown'], {}, 'partial'],
  [['up', 'down', 'partial'], {}, 'someDown'],
  [['down', 'unknown'], {}, 'someDown'],
  [['down', 'down', 'paused'], {}, 'allDown'],
  [['up'], { isOpen: true }, 'incident'],
  [['down', 'up'], { isOpen: true }, 'someDown'],
  [['up', 'down'], { working: [1] }, 'maintenance'],
  [['up', 'down'], { working: [0] }, 'someDown'],
] as [ComponentStatus[], { isOpen?: boolean; working?: number[] }, string][])(
  '%j %j: %s',
  (statuses, more, expected) => {
    expect(overallStatus(page(statuses, more), NOW)).toBe(expected);
  },
);

test('maintenance shows from its start until its end, and never of what is paused', () => {
  const { groups, maintenance } = page(['down', 'paused'], { working: [0, 1] });
  const [down, paused] = groups[0]?.components ?? [];
  const at = (ms: number) => [down, paused].map((each) => each && shownStatus(each, maintenance, NOW + ms));
  expect([at(-1), at(0), at(9), at(10)]).toEqual([
    ['down', 'paused'],
    ['maintenance', 'paused'],
    ['maintenance', 'paused'],
    ['down', 'paused'],
  ]);
});
