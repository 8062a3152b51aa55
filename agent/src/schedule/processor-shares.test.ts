import { MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { ProcessorShares } from './processor-shares.ts';
import { CheckQueue } from './queue.ts';

function sharesOf(used: Record<string, number>, atMs = 0): ProcessorShares {
  const shares = new ProcessorShares();
  for (const [ownerId, ms] of Object.entries(used)) shares.note(ownerId, ms, atMs);
  return shares;
}

describe('slowed', () => {
  test.each<[string, Record<string, number>, string[]]>([
    ['no owner of an agent with little to do', { a: 5_900 }, []],
    ['no owner with a fair share', { a: 2_000, b: 2_000, c: 2_000, d: 2_000 }, []],
    ['who uses more', { a: 5_000, b: 500, c: 500, d: 500 }, ['a']],
    ['two who use more', { a: 5_000, b: 4_000, c: 500 }, ['a', 'b']],
  ])('is %s', (_what, used, expected) => {
    expect([...sharesOf(used).slowed(1)]).toEqual(expected);
  });

  test('is no owner any more after a minute', () => {
    const shares = sharesOf({ a: 9_000 });
    expect(shares.usedMs('a', MINUTE_MS - 1)).toBe(9_000);
    expect([...shares.slowed(MINUTE_MS - 1)]).toEqual(['a']);
    expect(shares.usedMs('a', MINUTE_MS)).toBe(0);
    expect([...shares.slowed(MINUTE_MS)]).toEqual(['a']);
    expect([...shares.slowed(MINUTE_MS + 1_000)]).toEqual([]);
  });
});

const NEIGHBOURS = 8;
const SLOTS = 4;

/**
 * Plays three minutes of an agent with few slots, in virtual time: one owner has 200 endpoints, each of whose checks
 * takes half a second of the processor, and eight neighbours have five endpoints each, checked every ten seconds.
 * Returns how many of the greedy owner's checks started between the time when a neighbour's check was due and its start,
 * in the last two minutes, and how many of its own checks ran.
 */
function play(shares: ProcessorShares, slowed: (nowMs: number) => ReadonlySet<string> | undefined) {
  const limits = { slots: SLOTS, hostSlots: 100, hostRate: { burst: 100, perSec: 100 } };
  const queue = new CheckQueue(limits);
  const dueAtMs = new Map<string, number>();
  const greedyStarts: number[] = [];
  const between: number[] = [];
  let running: { free: () => void; endMs: number }[] = [];
  for (let nowMs = 0; nowMs < 3 * MINUTE_MS; nowMs += 10) {
    for (const each of running) if (each.endMs <= nowMs) each.free();
    running = running.filter(({ endMs }) => endMs > nowMs);
    if (nowMs % 10_000 === 0) {
      for (let owner = 0; owner < NEIGHBOURS; owner += 1) {
        for (let index = 0; index < 5; index += 1) {
          const key = `n${owner}/${index}`;
          dueAtMs.set(key, nowMs);
          queue.add({ key, ownerId: `n${owner}`, host: key }, 'usual');
        }
      }
    }
    if (nowMs % 30_000 === 0) {
      for (let index = 0; index < 200; index += 1) {
        queue.add({ key: `g/${index}`, ownerId: 'greedy', host: `g${index}` }, 'usual');
      }
    }
    for (;;) {
      const turn = queue.take(nowMs, slowed(nowMs));
      if ('againAtMs' in turn) break;
      const isGreedy = turn.key.startsWith('g/');
      const costMs = isGreedy ? 500 : 10;
      shares.note(isGreedy ? 'greedy' : turn.key.slice(0, 2), costMs, nowMs);
      running.push({ free: turn.free, endMs: nowMs + costMs });
      const due = dueAtMs.get(turn.key) ?? nowMs;
      if (isGreedy) greedyStarts.push(nowMs);
      else if (nowMs >= MINUTE_MS) between.push(greedyStarts.filter((atMs) => atMs >= due).length);
    }
  }
  between.sort((a, b) => a - b);
  return { p95: between[Math.floor(0.95 * between.length)] ?? Number.NaN, greedy: greedyStarts.length };
}

test('200 endpoints of the worst kind run when no neighbour’s check waits', () => {
  const before = play(new ProcessorShares(), () => undefined);
  const shares = new ProcessorShares();
  const after = play(shares, (nowMs) => shares.slowed(nowMs));
  expect(before.p95).toBeGreaterThan(1);
  expect(after.p95).toBe(0);
  expect(after.greedy).toBeGreaterThan(0.8 * before.greedy);
});
