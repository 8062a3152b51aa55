import { SPREAD } from '@farwatch/core/values/limits';
import { SCHEDULED_JOBS } from '@farwatch/core/values/scheduled-job-table';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { enqueueSpread, type Tasks } from './tasks.ts';

const OWNERS = Array.from({ length: 300 }, (_, number) => ({ ownerId: `owner${number}` }));
const NOW_MS = Date.UTC(2026, 10, 20, 9, 2);
const WITHIN_MS = 10 * MINUTE_MS;

/** The ids and delays of the tasks that a job enqueues for all owners. */
async function enqueueAt(nowMs: number): Promise<Map<string, number>> {
  const enqueued = new Map<string, number>();
  const tasks: Tasks = {
    enqueue: async (_name, _input, id = '', delayMs = 0) => void enqueued.set(id, delayMs),
  };
  await enqueueSpread({ tasks, nowMs }, 'summarizeOwner', OWNERS, {
    keyOf: (each) => each.ownerId,
    withinMs: WITHIN_MS,
  });
  return enqueued;
}

it('each owner has a task of its own for the job’s time', async () => {
  const enqueued = await enqueueAt(NOW_MS);
  expect([...enqueued.keys()]).toEqual(OWNERS.map(({ ownerId }) => `${ownerId}-${NOW_MS}`));
});

it('each owner’s task starts at the same point of every run', async () => {
  const [first, next] = await Promise.all([enqueueAt(NOW_MS), enqueueAt(NOW_MS + 15 * MINUTE_MS)]);
  expect([...next.values()]).toEqual([...first.values()]);
});

it('no minute has many more tasks than another', async () => {
  const delays = [...(await enqueueAt(NOW_MS)).values()];
  const byMinute = Map.groupBy(delays, (delayMs) => Math.floor(delayMs / MINUTE_MS));
  expect([...byMinute.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Math.max(...[...byMinute.values()].map(({ length }) => length))).toBeLessThan(60);
});

it('all tasks of a run start before the next run of the job', () => {
  const { rollHours, buildHistories, askRegistries, sendSummaries } = SCHEDULED_JOBS;
  for (const { everyMin } of [rollHours, buildHistories, askRegistries]) {
    expect(SPREAD.hourlyMs).toBeLessThan(everyMin * MINUTE_MS);
  }
  expect(SPREAD.summariesMs).toBeLessThan(sendSummaries.everyMin * MINUTE_MS);
});

it('a summary comes at most 15 minutes after its time, which is at a quarter of an hour', () => {
  expect(SCHEDULED_JOBS.sendSummaries.atMin * MINUTE_MS + SPREAD.summariesMs).toBeLessThan(15 * MINUTE_MS);
});
