import { describe, expect, test } from 'vitest';
import { monitorEndpointSample, monitorSample } from '../testing/samples.ts';
import { endpointsInOrder } from './endpoint-order.ts';
import { isUnchanged, monitorText } from './monitor-text.ts';
import type { WantedMonitor } from './plan-monitor.ts';

const of = (url: string, createdAt = 1) => monitorEndpointSample({ url, name: url, createdAt });

describe('endpointsInOrder', () => {
  test.each([
    ['as they were given', ['b', 'a', 'c'], 'b a c'],
    ['unknown places last, the oldest first', ['c'], 'c b a'],
    ['places of what is gone are no matter', ['x', 'c', 'y', 'a'], 'c a b'],
  ])('%s', (_, order, expected) => {
    const endpoints = { a: of('u1', 3), b: of('u2', 2), c: of('u3', 2) };
    expect(
      endpointsInOrder({ endpoints, order })
        .map(([id]) => id)
        .join(' '),
    ).toBe(expected);
  });
});

describe('isUnchanged', () => {
  const text = monitorText(
    monitorSample({ name: 'Shop', locations: ['tw'], endpoints: { a: of('u1'), b: of('u2') }, order: ['b', 'a'] }),
    new Map([['a', { description: 'first' }]]),
  );
  const wanted = (changes: Partial<WantedMonitor> = {}, first = 'first'): WantedMonitor => ({
    name: 'Shop',
    description: '',
    locations: ['tw'],
    endpoints: new Map([
      ['b', { url: 'u2', name: 'u2', description: '' }],
      ['a', { url: 'u1', name: 'u1', description: first }],
    ]),
    ...changes,
  });

  test.each<[string, WantedMonitor, boolean]>([
    ['all as it is', wanted(), true],
    ['another name', wanted({ name: 'Store' }), false],
    ['another location', wanted({ locations: ['tw', 'th'] }), false],
    ['a description of an endpoint', wanted({}, 'other'), false],
    ['another order', wanted({ endpoints: new Map([...wanted().endpoints].reverse()) }), false],
    ['an endpoint less', wanted({ endpoints: new Map([...wanted().endpoints].slice(1)) }), false],
    [
      'an endpoint more',
      wanted({ endpoints: new Map([...wanted().endpoints, ['c', { url: 'u3', name: '', description: '' }]]) }),
      false,
    ],
  ])('%s', (_, save, expected) => {
    expect(isUnchanged(text, save)).toBe(expected);
  });
});
