import { SECOND_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { CheckQueue, PER_HOST, queueLimits } from './queue.ts';

/** An owner whose endpoints, each on its own host, are due once in a period and take that long. */
type Load = { ownerId: string; endpoints: number; everyMs: number; takesMs: number };
type Check = { key: string; ownerId: string; takesMs: number; everyMs: number; dueAtMs: number };

const STEP_MS = 50;

/** By how many ms the checks of each owner begin late in that time, one after the other. */
function latenessOf(loads: readonly Load[], forMs: number): Map<string, number[]> {
  const queue = new CheckQueue(queueLimits(PER_HOST));
  const checks = new Map(loads.flatMap(checksOf).map((check) => [check.key, check]));
  const lateMs = new Map(loads.map(({ ownerId }): [string, number[]] => [ownerId, []]));
  const running: { check: Check; endsAtMs: number; free: () => void }[] = [];
  for (let nowMs = 0; nowMs < forMs; nowMs += STEP_MS) {
    for (const done of running.filter(({ endsAtMs }) => endsAtMs <= nowMs)) {
      done.free();
      running.splice(running.indexOf(done), 1);
      const { check } = done;
      while (check.dueAtMs <= nowMs) check.dueAtMs += check.everyMs;
    }
    const isRunning = new Set(running.map(({ check }) => check.key));
    for (const { key, ownerId, dueAtMs } of checks.values()) {
      if (dueAtMs <= nowMs && !isRunning.has(key)) queue.add({ key, ownerId, host: key }, 'usual');
    }
    for (let turn = queue.take(nowMs); 'key' in turn; turn = queue.take(nowMs)) {
      const check = checks.get(turn.key);
      if (!check) throw new Error(`${turn.key} is not there`);
      lateMs.get(check.ownerId)?.push(nowMs - check.dueAtMs);
      running.push({ check, endsAtMs: nowMs + check.takesMs, free: turn.free });
    }
  }
  return lateMs;
}

function checksOf({ ownerId, endpoints, everyMs, takesMs }: Load): Check[] {
  return Array.from({ length: endpoints }, (_, index) => {
    return {
      key: `${ownerId}/${index}`,
      ownerId,
      takesMs,
      everyMs,
      dueAtMs: Math.floor((index * everyMs) / endpoints),
    };
  });
}

const load = (ownerId: string, endpoints: number, everySec: number, takesMs: number): Load => ({
  ...{ ownerId, endpoints, takesMs },
  everyMs: everySec * SECOND_MS,
});

test('1,500 endpoints a minute begin on time, though those of three of eight owners hang for 30 s', () => {
  const well = ['w1', 'w2', 'w3'].map((ownerId) => load(ownerId, 200, 60, 500));
  const short = ['s1', 's2'].map((ownerId) => load(ownerId, 75, 30, 500));
  const hanging = ['h1', 'h2', 'h3'].map((ownerId) => load(ownerId, 200, 60, 30_000));
  const late = latenessOf([...well, ...short, ...hanging], 150_000);
  for (const { ownerId, endpoints, everyMs } of [...well, ...short]) {
    const own = late.get(ownerId) ?? [];
    expect(Math.max(...own)).toBeLessThanOrEqual(SECOND_MS);
    expect(own.length).toBeGreaterThanOrEqual(Math.floor((endpoints * 150_000) / everyMs) - endpoints);
  }
  const done = hanging.map(({ ownerId }) => late.get(ownerId)?.length ?? 0);
  expect(Math.max(...done) - Math.min(...done)).toBeLessThanOrEqual(20);
});
