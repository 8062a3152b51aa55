import { describe, expect, test } from 'vitest';
import type { MonitorContent } from '../../contracts/api/monitors.ts';
import { endpointFieldsSample, endpointSample, monitorEndpointSample, monitorSample } from '../../testing/samples.ts';
import { endpointsInOrder, hasContent, monitorVersion } from './monitor-content.ts';

const of = (url: string, createdAt = 1) => monitorEndpointSample({ url, name: url, createdAt });

describe('endpointsInOrder', () => {
  test.each([
    ['in the given order', ['b', 'a', 'c'], 'b a c'],
    ['those without a position last, the oldest first', ['c'], 'c b a'],
    ['positions of removed endpoints are ignored', ['x', 'c', 'y', 'a'], 'c a b'],
  ])('%s', (_, order, expected) => {
    const endpoints = { a: of('u1', 3), b: of('u2', 2), c: of('u3', 2) };
    expect(
      endpointsInOrder({ endpoints, order })
        .map(([id]) => id)
        .join(' '),
    ).toBe(expected);
  });
});

describe('hasContent', () => {
  const a = endpointSample({ url: 'u1', name: 'u1', description: 'first' });
  const endpoints = { a: of('u1'), b: of('u2') };
  const { version, ...content } = monitorVersion(monitorSample({ endpoints, order: ['b', 'a'] }), new Map([['a', a]]));
  const [first, second] = content.endpoints;

  test.each<[string, Partial<MonitorContent>, boolean]>([
    ['the same', {}, true],
    ['another name', { name: 'Store' }, false],
    ['another location', { locations: ['tw', 'th'] }, false],
    [
      'another description of an endpoint',
      { endpoints: content.endpoints.map((e) => ({ ...e, description: '' })) },
      false,
    ],
    ['another order', { endpoints: content.endpoints.toReversed() }, false],
    ['an endpoint less', { endpoints: content.endpoints.slice(1) }, false],
    ['an endpoint more', { endpoints: [...content.endpoints, { ...endpointFieldsSample(), id: 'c' }] }, false],
  ])('%s', (_, changes, expected) => {
    expect([first?.id, second?.description]).toEqual(['b', 'first']);
    expect(hasContent({ version, ...content }, { ...content, ...changes })).toBe(expected);
  });
});
