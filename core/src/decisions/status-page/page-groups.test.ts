import { expect, test } from 'vitest';
import { pageComponentSample, pageSample } from '../../testing/page-sample.ts';
import { isVisible, monitorsOn, withKeys, withMoved, withoutGone } from './page-groups.ts';

const one = pageComponentSample({ key: 'one00000', monitorId: 'm', endpointId: 'e' });
const all = pageComponentSample({ key: 'all00000', monitorId: 'm' });
const other = pageComponentSample({ key: 'other000', monitorId: 'n' });
const groups = [{ name: '', components: [one, all, other] }];
const keysIn = (changed: typeof groups) => changed[0]?.components.map(({ key }) => key);

test.each([
  [true, null, true],
  [false, null, false],
  [true, 'It imitates a bank', false],
])('published %s, blocked %s: visible %s', (published, blockedReason, expected) => {
  expect(isVisible(pageSample({ published, blockedReason }))).toBe(expected);
});

test('a component keeps a key that the page has, once; others get one that no component has', () => {
  const made = ['one00000', 'new00000', 'new00000', 'new00001', 'new00002'].values();
  const requested = [{ ...one }, { ...one }, { ...other, key: undefined }, { ...all, key: 'chosen00' }];
  const keyed = withKeys([{ name: '', components: requested }], [one, all], () => made.next().value ?? '');
  expect(keysIn(keyed)).toEqual(['one00000', 'new00000', 'new00001', 'new00002']);
});

test('components leave with their endpoint or monitor, or move with the endpoint', () => {
  expect(keysIn(withoutGone(groups, { monitorId: 'm', endpointIds: new Set(['e']) }))).toEqual([
    'all00000',
    'other000',
  ]);
  expect(keysIn(withoutGone(groups, { monitorId: 'm', endpointIds: null }))).toEqual(['other000']);
  expect(keysIn(withoutGone(groups, { monitorId: 'n', endpointIds: new Set(['e']) }))).toEqual(keysIn(groups));
  const moved = withMoved(groups, new Set(['e']), 'n');
  expect(moved[0]?.components.map(({ monitorId }) => monitorId)).toEqual(['n', 'm', 'n']);
  expect([...monitorsOn({ groups: moved })]).toEqual(['n', 'm']);
});
