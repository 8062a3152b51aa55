import { MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { CheckQueue, type QueueLimits, type Urgency } from './queue.ts';

/** Limits that are not in the way. */
const WIDE: QueueLimits = { slots: 10_000, hostSlots: 10_000, hostRate: { burst: 10_000, perSec: 10_000 } };

/** A check as `owner/host/number`. */
const check = (key: string) => {
  const [ownerId = '', host = ''] = key.split('/');
  return { key, ownerId, host };
};
const many = (ownerId: string, count: number, host?: string) =>
  Array.from({ length: count }, (_, index) => `${ownerId}/${host ?? `${ownerId}${index}`}/${index}`);

/** A queue with these in line, and what may start at a time; `free` gives back the slots of an owner's first ones. */
function queueOf(keys: readonly string[], limits: Partial<QueueLimits> = {}) {
  const queue = new CheckQueue({ ...WIDE, ...limits });
  for (const key of keys) queue.add(check(key), 'usual');
  const running: { key: string; free: () => void }[] = [];
  let againAtMs = Number.NaN;
  const start = (nowMs = 0, most = Number.POSITIVE_INFINITY): string[] => {
    const started: string[] = [];
    while (started.length < most) {
      const turn = queue.take(nowMs);
      if ('againAtMs' in turn) {
        againAtMs = turn.againAtMs;
        break;
      }
      running.push(turn);
      started.push(turn.key);
    }
    return started;
  };
  const free = (ownerId: string, count = 1) => {
    for (let freed = 0; freed < count; freed += 1) {
      const index = running.findIndex(({ key }) => key.startsWith(`${ownerId}/`));
      running.splice(index, 1)[0]?.free();
    }
  };
  return { queue, start, free, againAt: () => againAtMs };
}

const ownersOf = (keys: string[]) => keys.map((key) => key.split('/')[0]);
const countOf = (keys: string[], ownerId: string) => keys.filter((key) => key.startsWith(`${ownerId}/`)).length;

describe('of one owner', () => {
  test.each<[string, [string, Urgency][], string[]]>([
    [
      'in the order they came',
      [
        ['o/a', 'usual'],
        ['o/b', 'usual'],
        ['o/c', 'usual'],
      ],
      ['o/a', 'o/b', 'o/c'],
    ],
    [
      'the pressing ones first',
      [
        ['o/a', 'usual'],
        ['o/b', 'requested'],
        ['o/c', 'confirm'],
        ['o/d', 'confirm'],
      ],
      ['o/c', 'o/d', 'o/b', 'o/a'],
    ],
    [
      'each once, at its most pressing',
      [
        ['o/a', 'usual'],
        ['o/b', 'usual'],
        ['o/a', 'confirm'],
        ['o/a', 'requested'],
      ],
      ['o/a', 'o/b'],
    ],
    [
      'hosts in turn',
      [
        ['o/a/1', 'usual'],
        ['o/a/2', 'usual'],
        ['o/b/1', 'usual'],
      ],
      ['o/a/1', 'o/b/1', 'o/a/2'],
    ],
  ])('%s', (_what, added, expected) => {
    const { queue, start } = queueOf([]);
    for (const [key, urgency] of added) queue.add(check(key), urgency);
    expect(start()).toEqual(expected);
  });

  test('what is removed does not come', () => {
    const { queue, start } = queueOf(['o/a', 'o/b']);
    expect(queue.has('o/a')).toBe(true);
    queue.remove('o/a');
    expect(queue.has('o/a')).toBe(false);
    expect(start()).toEqual(['o/b']);
  });

  test('what runs keeps its slot when its endpoint is gone, and gives it back at its end', () => {
    const { queue, start, free } = queueOf(['o/a', 'p/b'], { slots: 1 });
    expect(start()).toEqual(['o/a']);
    queue.remove('o/a');
    expect(start()).toEqual([]);
    free('o');
    expect(start()).toEqual(['p/b']);
  });
});

describe('owners', () => {
  test('take turns, whatever presses one of them', () => {
    const { queue, start } = queueOf([...many('o', 3), ...many('p', 2), ...many('q', 1)]);
    for (const key of many('o', 3)) queue.add(check(key), 'confirm');
    expect(ownersOf(start())).toEqual(['o', 'p', 'q', 'o', 'p', 'o']);
  });

  test('who comes later is next, and does not gain by coming one at a time', () => {
    const { queue, start } = queueOf(many('o', 4));
    expect(start(0, 2)).toHaveLength(2);
    queue.add(check('p/x/1'), 'usual');
    expect(ownersOf(start(0, 1))).toEqual(['p']);
    queue.add(check('p/x/2'), 'usual');
    expect(ownersOf(start(0, 3))).toEqual(['o', 'p', 'o']);
  });

  test.each([
    [1, 32],
    [2, 21],
    [3, 16],
    [6, 9],
  ])('%i that hang hold the same number of slots, about %i each, and as many are left', (count, share) => {
    const hanging = Array.from({ length: count }, (_, index) => `h${index}`);
    const { queue, start } = queueOf(
      hanging.flatMap((ownerId) => many(ownerId, 200)),
      { slots: 64 },
    );
    const started = start();
    for (const ownerId of hanging) expect(Math.abs(countOf(started, ownerId) - share)).toBeLessThanOrEqual(1);
    for (const key of many('victim', 3)) queue.add(check(key), 'usual');
    expect(start()).toHaveLength(3);
  });

  test('that came when others held much come to an equal share as those end', () => {
    const { queue, start, free } = queueOf([...many('a', 500), ...many('b', 500)], { slots: 64 });
    start();
    for (const key of many('c', 500)) queue.add(check(key), 'usual');
    start();
    const started = { a: 0, b: 0, c: 0 };
    for (let round = 0; round < 100; round += 1) {
      for (const ownerId of ['a', 'b', 'c']) free(ownerId);
      for (const key of start(round)) if (round >= 50) started[key[0] as keyof typeof started] += 1;
    }
    expect(Math.max(...Object.values(started)) - Math.min(...Object.values(started))).toBeLessThanOrEqual(2);
  });
});

describe('a host', () => {
  const slow = { hostRate: { burst: 2, perSec: 2 } };

  test('takes a burst, then its rate, and returns the next time', () => {
    const { start, againAt } = queueOf(many('o', 5, 'x'), slow);
    expect([start(1_000).length, againAt()]).toEqual([2, 1_500]);
    expect([start(1_499).length, againAt()]).toEqual([0, 1_500]);
    expect([start(1_500).length, againAt()]).toEqual([1, 2_000]);
    expect([start(9_000).length, againAt()]).toEqual([2, Number.POSITIVE_INFINITY]);
  });

  test('that can take no more holds up no other', () => {
    const { start } = queueOf([...many('o', 5, 'x'), 'o/y/1', 'o/z/1'], slow);
    expect(start()).toEqual(['o/x/0', 'o/y/1', 'o/z/1', 'o/x/1']);
  });

  test('serves its owners in turn, also one that is busy elsewhere', () => {
    const { queue, start } = queueOf([...many('o', 9, 'x'), ...many('victim', 9, 'y')], slow);
    start(0);
    queue.add(check('victim/x/1'), 'usual');
    expect(start(499)).toEqual([]);
    expect(start(500)).toEqual(expect.arrayContaining(['victim/x/1']));
  });

  test('that hangs is not filled by one owner', () => {
    const { queue, start, againAt } = queueOf(many('o', 9, 'x'), { hostSlots: 8 });
    expect([start().length, againAt()]).toEqual([4, Number.POSITIVE_INFINITY]);
    for (const ownerId of ['p', 'q']) for (const key of many(ownerId, 9, 'x')) queue.add(check(key), 'usual');
    const started = start();
    expect([countOf(started, 'p'), countOf(started, 'q')]).toEqual([2, 1]);
    queue.add(check('victim/x/1'), 'usual');
    expect(start()).toEqual(['victim/x/1']);
  });

  test('whose next owner cannot go anyway serves the others', () => {
    const { queue, start } = queueOf(many('o', 9), { slots: 8, ...slow });
    start();
    queue.add(check('o/x/1'), 'usual');
    queue.add(check('p/x/1'), 'usual');
    expect(start()).toEqual(['p/x/1']);
  });
});

test('what was idle for long is forgotten, what waits or runs is not', () => {
  const { queue, start, free } = queueOf(['o/a/1', 'p/b/1', 'p/b/2'], { slots: 4, hostSlots: 2 });
  expect(start(0)).toEqual(['o/a/1', 'p/b/1']);
  free('o');
  expect(start(3 * MINUTE_MS)).toEqual([]); // p holds its part of the host still, and its second check waits
  free('p');
  queue.add(check('o/a/2'), 'usual');
  expect(start(6 * MINUTE_MS)).toEqual(['o/a/2', 'p/b/2']);
});

test('a slot lent out and taken again counts, though others have taken it', () => {
  const { queue, start, free } = queueOf([], { slots: 2 });
  queue.add(check('slow/s/0'), 'usual');
  const turn = queue.take(0);
  if (!('key' in turn)) throw new Error('nothing starts');
  for (const key of ['a/a/0', 'b/b/0', 'c/c/0', 'd/d/0']) queue.add(check(key), 'usual');
  expect(start()).toEqual(['a/a/0']);
  turn.free();
  expect(start()).toEqual(['b/b/0']);
  turn.retake();
  free('a');
  expect(start()).toEqual([]);
  turn.free();
  expect(start()).toEqual(['c/c/0']);
});
