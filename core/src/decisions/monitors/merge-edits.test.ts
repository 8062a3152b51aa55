import { describe, expect, test } from 'vitest';
import type { MonitorContent } from '../../contracts/api/monitors.ts';
import { endpointContentSample, monitorContentSample } from '../../testing/samples.ts';
import { type EditSide, mergeEdits } from './merge-edits.ts';

const A = endpointContentSample({ id: 'a', url: 'https://a.farwatch.test/', name: 'A', description: '' });
const B = endpointContentSample({ id: 'b', url: 'https://b.farwatch.test/', name: 'B', description: 'bee' });
const C = endpointContentSample({ id: 'c', url: 'https://c.farwatch.test/', name: 'C', description: '' });
const NEW = endpointContentSample({ id: 'new1', url: 'https://new.farwatch.test/', name: '', description: '' });
const BASE = monitorContentSample({ name: 'Shop', description: '', locations: ['tw', 'th'], endpoints: [A, B] });

/** The keys and values of the conflicts, and the fields that the merge changes. */
function merge(
  local: Partial<MonitorContent>,
  remote: Partial<MonitorContent>,
  choices: Record<string, EditSide> = {},
) {
  const { merged, conflicts } = mergeEdits(
    BASE,
    { ...BASE, ...local },
    { ...BASE, ...remote },
    new Map(Object.entries(choices)),
  );
  const conflicting = conflicts.map((each) => [each.key, each.local, each.remote]);
  const changed = Object.entries(merged).filter(([key, value]) => value !== BASE[key as keyof MonitorContent]);
  const { locations, endpoints, ...texts } = Object.fromEntries(changed) as Partial<MonitorContent>;
  return { conflicts: conflicting, texts, locations: locations?.join(), endpoints: endpoints ?? [] };
}

describe('a change of one side is taken', () => {
  test.each<[string, Partial<MonitorContent>, Partial<MonitorContent>, Partial<MonitorContent>]>([
    ['nothing', {}, {}, {}],
    [
      'a local name, a remote description',
      { name: 'Store' },
      { description: 'All' },
      { name: 'Store', description: 'All' },
    ],
    ['the same on both sides', { name: 'Store' }, { name: 'Store' }, { name: 'Store' }],
    ['locations one by one', { locations: ['tw', 'th', 'bd'] }, { locations: ['th'] }, { locations: ['th', 'bd'] }],
    ['a URL added on both sides', { endpoints: [A, B, NEW] }, { endpoints: [A, B, C] }, { endpoints: [A, B, C, NEW] }],
    ['a URL removed remotely', { name: 'Store' }, { endpoints: [B] }, { name: 'Store', endpoints: [B] }],
    ['a URL removed on each side', { endpoints: [A] }, { endpoints: [B] }, { endpoints: [] }],
    ['the same URL removed on both sides', { endpoints: [A] }, { endpoints: [A] }, { endpoints: [A] }],
    [
      'a local URL, its remote description',
      { endpoints: [{ ...A, url: 'https://a2.farwatch.test/' }, B] },
      { endpoints: [{ ...A, description: 'ay' }, B] },
      { endpoints: [{ ...A, url: 'https://a2.farwatch.test/', description: 'ay' }, B] },
    ],
    [
      'a description emptied locally',
      { endpoints: [A, { ...B, description: '' }] },
      {},
      { endpoints: [A, { ...B, description: '' }] },
    ],
    ['the remote order', {}, { endpoints: [B, A] }, { endpoints: [B, A] }],
  ])('%s', (_, local, remote, expected) => {
    const { merged, conflicts } = mergeEdits(BASE, { ...BASE, ...local }, { ...BASE, ...remote });
    expect(conflicts).toEqual([]);
    expect(merged).toEqual({ ...BASE, ...expected });
  });

  test('the same URL added on both sides becomes one endpoint, with the fields of both', () => {
    const remote = { ...C, url: NEW.url, name: 'Endpoint 3' };
    const { conflicts, endpoints } = merge(
      { endpoints: [A, B, { ...NEW, description: 'added' }] },
      { endpoints: [A, B, remote] },
    );
    expect(conflicts).toEqual([]);
    expect(endpoints).toEqual([A, B, { ...remote, description: 'added' }]);
  });
});

describe('different changes of both sides are conflicts', () => {
  test('also of an endpoint that both added, with its URL', () => {
    const local = { endpoints: [A, B, { ...NEW, name: 'Local' }] };
    const remote = { endpoints: [A, B, { ...C, url: NEW.url, name: 'Remote' }] };
    const { conflicts } = mergeEdits(BASE, { ...BASE, ...local }, { ...BASE, ...remote });
    expect(conflicts).toMatchObject([{ field: 'name', url: NEW.url }]);
  });

  test('field by field, local until a side is chosen', () => {
    const local = {
      name: 'Local',
      endpoints: [
        { ...A, url: 'https://m.farwatch.test/' },
        { ...B, name: 'Local' },
      ],
    };
    const remote = {
      name: 'Remote',
      endpoints: [
        { ...A, url: 'https://t.farwatch.test/' },
        { ...B, name: 'Remote' },
      ],
    };
    const first = merge(local, remote);
    expect(first.conflicts).toEqual([
      ['name', 'Local', 'Remote'],
      ['a.url', 'https://m.farwatch.test/', 'https://t.farwatch.test/'],
      ['b.name', 'Local', 'Remote'],
    ]);
    expect(first.texts).toEqual({ name: 'Local' });
    const chosen = merge(local, remote, { name: 'remote', 'a.url': 'local', 'b.name': 'remote' });
    expect(chosen.conflicts).toEqual([]);
    expect(chosen.texts).toEqual({ name: 'Remote' });
    expect(chosen.endpoints.map(({ url, name }) => [url, name])).toEqual([
      ['https://m.farwatch.test/', 'A'],
      [B.url, 'Remote'],
    ]);
  });

  test.each<[EditSide, number]>([
    ['local', 2],
    ['remote', 1],
  ])('an endpoint changed locally and removed remotely: %s leaves %i', (side, count) => {
    const local = { endpoints: [A, { ...B, name: 'Kept' }] };
    const remote = { endpoints: [A] };
    expect(merge(local, remote).conflicts).toEqual([['b', B.url, null]]);
    const { conflicts, endpoints } = merge(local, remote, { b: side });
    expect([conflicts, endpoints.length]).toEqual([[], count]);
  });

  test.each<[EditSide, number]>([
    ['local', 1],
    ['remote', 2],
  ])('an endpoint removed locally and changed remotely: %s leaves %i', (side, count) => {
    const local = { endpoints: [A] };
    const remote = { endpoints: [A, { ...B, url: 'https://b2.farwatch.test/' }] };
    expect(merge(local, remote).conflicts).toEqual([['b', null, 'https://b2.farwatch.test/']]);
    expect(merge(local, remote, { b: side }).endpoints).toHaveLength(count);
  });
});
