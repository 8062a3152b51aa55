import type { Outbox } from '@farwatch/core/documents/alert';
import { outboxId } from '@farwatch/core/documents/alert';
import { SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alerts, outboxes } from '../db/collections.ts';
import { alertSample, putAlerts } from '../testing/outbox.ts';
import { OWNER } from '../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { enqueueAlert } from './enqueue-alert.ts';

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => project.close());

const FREE: Outbox = { leaseId: null, leaseUntil: null, blockedUntil: null, wakeAt: null };
const HELD: Outbox = { ...FREE, leaseId: 'another', leaseUntil: T0 + SECOND_MS };

it.each<[what: string, outbox: Outbox | null, nextAt: number, tasks: number]>([
  ['nobody ever sent there', null, T0, 1],
  ['nobody sends', FREE, T0, 1],
  ['somebody sends, who looks again', HELD, T0, 0],
  ['somebody was to send and died', { ...HELD, leaseUntil: T0 }, T0, 1],
  ['Telegram wants no message yet', { ...FREE, blockedUntil: T0 + SECOND_MS }, T0, 0],
  ['somebody looks again by then', { ...FREE, wakeAt: T0 + SECOND_MS }, T0 + SECOND_MS, 0],
  ['somebody looks again, but later', { ...FREE, wakeAt: T0 + 2 * SECOND_MS }, T0 + SECOND_MS, 1],
])('a new alert, when %s', async (_what, outbox, nextAt, tasks) => {
  const run = project.run(T0);
  await putAlerts(project, { out: alertSample(T0, { nextAt }) });
  if (outbox) await outboxes.ref(run.db, outboxId(OWNER, 'telegram')).create(outboxes.toDocument(outbox));
  await enqueueAlert(run, await alerts.ref(run.db, 'out').get());
  expect(project.queue.waiting).toHaveLength(tasks);
});
