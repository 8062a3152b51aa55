import { describe, expect, test } from 'vitest';
import { monitorEndpointSample, monitorSample } from '../testing/samples.ts';
import type { DesiredMonitor } from './match-endpoints.ts';
import { endpointsInOrder, isUnchanged, monitorText } from './monitor-text.ts';

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
  const desired = (changes: Partial<DesiredMonitor> = {}, first = 'first'): DesiredMonitor => ({
    name: 'Shop',
    description: '',
    locations: ['tw'],
    endpoints: new Map([
      ['b', { url: 'u2', name: 'u2', description: '' }],
      ['a', { url: 'u1', name: 'u1', description: first }],
    ]),
    ...changes,
  });

  test.each<[string, DesiredMonitor, boolean]>([
    ['all as it is', desired(), true],
    ['another name', desired({ name: 'Store' }), false],
    ['another location', desired({ locations: ['tw', 'th'] }), false],
    ['a description of an endpoint', desired({}, 'other'), false],
    ['another order', desired({ endpoints: new Map([...desired().endpoints].reverse()) }), false],
    ['an endpoint less', desired({ endpoints: new Map([...desired().endpoints].slice(1)) }), false],
    [
      'an endpoint more',
      desired({ endpoints: new Map([...desired().endpoints, ['c', { url: 'u3', name: '', description: '' }]]) }),
      false,
    ],
  ])('%s', (_, save, expected) => {
    expect(isUnchanged(text, save)).toBe(expected);
  });
});
