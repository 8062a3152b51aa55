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
  ['the outbox does not exist', null, T0, 1],
  ['no sender is running', FREE, T0, 1],
  ['a sender is running', HELD, T0, 0],
  ['a sender has crashed', { ...HELD, leaseUntil: T0 }, T0, 1],
  ['the channel is rate-limited', { ...FREE, blockedUntil: T0 + SECOND_MS }, T0, 0],
  ['a waiting sender resumes by then', { ...FREE, wakeAt: T0 + SECOND_MS }, T0 + SECOND_MS, 0],
  ['a waiting sender resumes later', { ...FREE, wakeAt: T0 + 2 * SECOND_MS }, T0 + SECOND_MS, 1],
])('starts a sender for a new alert unless one will send it: %s', async (_what, outbox, nextAt, tasks) => {
  const run = project.run(T0);
  await putAlerts(project, { out: alertSample(T0, { nextAt }) });
  if (outbox) await outboxes.ref(run.db, outboxId(OWNER, 'telegram')).create(outboxes.toDocument(outbox));
  await enqueueAlert(run, await alerts.ref(run.db, 'out').get());
  expect(project.queue.waiting).toHaveLength(tasks);
});
