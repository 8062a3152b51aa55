import { describe, expect, test } from 'vitest';
import type { MonitorContent } from '../../contracts/api/monitors.ts';
import { endpointContentSample, monitorContentSample } from '../../testing/samples.ts';
import { type EditSide, mergeEdits } from './merge-edits.ts';

const A = endpointContentSample({ id: 'a', url: 'https://a.farwatch.test/', name: 'A', description: '' });
const B = endpointContentSample({ id: 'b', url: 'https://b.farwatch.test/', name: 'B', description: 'bee' });
const C = endpointContentSample({ id: 'c', url: 'https://c.farwatch.test/', name: 'C', description: '' });
const NEW = endpointContentSample({ id: 'new1', url: 'https://new.farwatch.test/', name: '', description: '' });
const BASE = monitorContentSample({ name: 'Shop', description: '', locations: ['tw', 'th'], endpoints: [A, B] });

/** Ids, and what of an endpoint is not as before. */
function merge(mine: Partial<MonitorContent>, theirs: Partial<MonitorContent>, choices: Record<string, EditSide> = {}) {
  const { merged, conflicts } = mergeEdits(
    BASE,
    { ...BASE, ...mine },
    { ...BASE, ...theirs },
    new Map(Object.entries(choices)),
  );
  const asked = conflicts.map((each) => [each.key, each.mine, each.theirs]);
  const changed = Object.entries(merged).filter(([key, value]) => value !== BASE[key as keyof MonitorContent]);
  const { locations, endpoints, ...texts } = Object.fromEntries(changed) as Partial<MonitorContent>;
  return { asked, texts, locations: locations?.join(), endpoints: endpoints ?? [] };
}

describe('what only one changed is as they changed it', () => {
  test.each<[string, Partial<MonitorContent>, Partial<MonitorContent>, Partial<MonitorContent>]>([
    ['nothing', {}, {}, {}],
    ['name here, description there', { name: 'Store' }, { description: 'All' }, { name: 'Store', description: 'All' }],
    ['the same on both sides', { name: 'Store' }, { name: 'Store' }, { name: 'Store' }],
    [
      'locations, each for itself',
      { locations: ['tw', 'th', 'bd'] },
      { locations: ['th'] },
      { locations: ['th', 'bd'] },
    ],
    ['a URL added on both sides', { endpoints: [A, B, NEW] }, { endpoints: [A, B, C] }, { endpoints: [A, B, C, NEW] }],
    ['a URL removed there', { name: 'Store' }, { endpoints: [B] }, { name: 'Store', endpoints: [B] }],
    ['a URL removed on each side', { endpoints: [A] }, { endpoints: [B] }, { endpoints: [] }],
    ['the same URL removed on both sides', { endpoints: [A] }, { endpoints: [A] }, { endpoints: [A] }],
    [
      'a URL here, its description there',
      { endpoints: [{ ...A, url: 'https://a2.farwatch.test/' }, B] },
      { endpoints: [{ ...A, description: 'ay' }, B] },
      { endpoints: [{ ...A, url: 'https://a2.farwatch.test/', description: 'ay' }, B] },
    ],
    [
      'a description emptied here',
      { endpoints: [A, { ...B, description: '' }] },
      {},
      { endpoints: [A, { ...B, description: '' }] },
    ],
    ['the order there', {}, { endpoints: [B, A] }, { endpoints: [B, A] }],
  ])('%s', (_, mine, theirs, expected) => {
    const { merged, conflicts } = mergeEdits(BASE, { ...BASE, ...mine }, { ...BASE, ...theirs });
    expect(conflicts).toEqual([]);
    expect(merged).toEqual({ ...BASE, ...expected });
  });

  test('the same URL added on both sides is one, with what either said of it', () => {
    const there = { ...C, url: NEW.url, name: 'Endpoint 3' };
    const { asked, endpoints } = merge(
      { endpoints: [A, B, { ...NEW, description: 'mine' }] },
      { endpoints: [A, B, there] },
    );
    expect(asked).toEqual([]);
    expect(endpoints).toEqual([A, B, { ...there, description: 'mine' }]);
  });
});

describe('what both changed otherwise is asked', () => {
  test('field by field, mine until it is chosen', () => {
    const mine = {
      name: 'Mine',
      endpoints: [
        { ...A, url: 'https://m.farwatch.test/' },
        { ...B, name: 'Mine' },
      ],
    };
    const theirs = {
      name: 'Theirs',
      endpoints: [
        { ...A, url: 'https://t.farwatch.test/' },
        { ...B, name: 'Theirs' },
      ],
    };
    const first = merge(mine, theirs);
    expect(first.asked).toEqual([
      ['name', 'Mine', 'Theirs'],
      ['a.url', 'https://m.farwatch.test/', 'https://t.farwatch.test/'],
      ['b.name', 'Mine', 'Theirs'],
    ]);
    expect(first.texts).toEqual({ name: 'Mine' });
    const settled = merge(mine, theirs, { name: 'theirs', 'a.url': 'mine', 'b.name': 'theirs' });
    expect(settled.asked).toEqual([]);
    expect(settled.texts).toEqual({ name: 'Theirs' });
    expect(settled.endpoints.map(({ url, name }) => [url, name])).toEqual([
      ['https://m.farwatch.test/', 'A'],
      [B.url, 'Theirs'],
    ]);
  });

  test.each<[EditSide, number]>([
    ['mine', 2],
    ['theirs', 1],
  ])('an endpoint changed here and removed there: %s leaves %i', (side, count) => {
    const mine = { endpoints: [A, { ...B, name: 'Kept' }] };
    const theirs = { endpoints: [A] };
    expect(merge(mine, theirs).asked).toEqual([['b', B.url, null]]);
    const { asked, endpoints } = merge(mine, theirs, { b: side });
    expect([asked, endpoints.length]).toEqual([[], count]);
  });

  test.each<[EditSide, number]>([
    ['mine', 1],
    ['theirs', 2],
  ])('an endpoint removed here and changed there: %s leaves %i', (side, count) => {
    const mine = { endpoints: [A] };
    const theirs = { endpoints: [A, { ...B, url: 'https://b2.farwatch.test/' }] };
    expect(merge(mine, theirs).asked).toEqual([['b', null, 'https://b2.farwatch.test/']]);
    expect(merge(mine, theirs, { b: side }).endpoints).toHaveLength(count);
  });
});
