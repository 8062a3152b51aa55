import { describe, expect, it } from 'vitest';
import { nextSort, sorted } from './sorting.ts';

describe('nextSort', () => {
  it.each([
    ['name', 'asc', 'name', 'desc'],
    ['name', 'desc', 'name', 'asc'],
    ['name', 'desc', 'uptime', 'asc'],
    ['name', 'asc', 'uptime', 'asc'],
  ] as const)('%s %s, then %s: %s', (column, direction, clicked, expected) => {
    expect(nextSort({ column, direction }, clicked)).toEqual({ column: clicked, direction: expected });
  });
});

describe('sorted', () => {
  it('sorts text naturally, without changing the list', () => {
    const names = ['site 10', 'Site 2', 'api'];
    expect(sorted(names, 'asc', (name) => name)).toEqual(['api', 'Site 2', 'site 10']);
    expect(sorted(names, 'desc', (name) => name)).toEqual(['site 10', 'Site 2', 'api']);
    expect(names[0]).toBe('site 10');
  });

  it('puts null last in both directions', () => {
    expect(sorted([3, null, 1], 'asc', (value) => value)).toEqual([1, 3, null]);
    expect(sorted([3, null, 1], 'desc', (value) => value)).toEqual([3, 1, null]);
  });

  it('keeps the order of equal items', () => {
    const rows = [
      { n: 1, id: 'a' },
      { n: 0, id: 'b' },
      { n: 1, id: 'c' },
    ];
    expect(sorted(rows, 'desc', (row) => row.n).map((row) => row.id)).toEqual(['a', 'c', 'b']);
  });
});
