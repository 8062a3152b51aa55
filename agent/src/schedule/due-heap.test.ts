import { expect, test } from 'vitest';
import { DueHeap } from './due-heap.ts';

/** The heap's keys in the order in which they are due. */
function drain(heap: DueHeap): string[] {
  const keys: string[] = [];
  for (let first = heap.first(); first; first = heap.first()) {
    keys.push(first.key);
    heap.remove(first.key);
  }
  return keys;
}

test('the earliest comes first, wherever keys were added, moved or removed', () => {
  const heap = new DueHeap();
  const dueAt = new Map<string, number>();
  for (let step = 0; step < 3_000; step += 1) {
    const key = `e${(step * 7_919) % 500}`;
    const atMs = (step * 104_729) % 10_007;
    if (step % 5 === 4) {
      heap.remove(key);
      dueAt.delete(key);
    } else {
      heap.set(key, atMs);
      dueAt.set(key, atMs);
    }
  }
  const keys = drain(heap);
  expect(new Set(keys)).toEqual(new Set(dueAt.keys()));
  const times = keys.map((key) => dueAt.get(key) ?? Number.NaN);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(heap.first()).toBeNull();
});

test('a key that is not there is removed without effect', () => {
  const heap = new DueHeap();
  heap.set('a', 1);
  heap.remove('b');
  expect(heap.first()).toMatchObject({ key: 'a', atMs: 1 });
  heap.clear();
  heap.remove('a');
  expect(heap.first()).toBeNull();
});
