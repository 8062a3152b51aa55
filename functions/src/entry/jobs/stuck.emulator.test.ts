import type { Mailing } from '@farwatch/core/documents/subscribers';
import { newUser } from '@farwatch/core/documents/user';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type CollectionReference, Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOpenMailings } from '../../domain/pages/open-mailings.ts';
import {
  agentStates,
  agents,
  domains,
  endpoints,
  heartbeats,
  histories,
  mailings,
  monitors,
  outboxes,
  pages,
  users,
} from '../../platform/db/collections.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';
import { T0 } from '../../testing/test-project.ts';
import { askRegistries } from './ask-registries.ts';
import { buildHistories } from './build-histories.ts';
import { sendSummaries } from './send-summaries.ts';
import { sweep } from './sweep/sweep.ts';

/**
 * What always fails is put off: it does not stop other accounts' work, however much of it there is. Each query of what
 * is due is tried with one such document more than it takes at once.
 */

let setup: HeartbeatSetup;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  setup = await newHeartbeatSetup();
});
afterEach(() => setup.close());

const at = (ms: number) => setup.api.project.run(T0 + ms);
const time = (ms: number) => Timestamp.fromMillis(T0 + ms);

/** Stores documents with only these fields, which no schema takes. */
async function putStuck(of: (db: FirebaseFirestore.Firestore) => CollectionReference, count: number, fields: object) {
  const { db } = at(0);
  for (let start = 0; start < count; start += 400) {
    const batch = db.batch();
    for (let n = start; n < Math.min(count, start + 400); n += 1) {
      batch.set(of(db).doc(`stuck${String(n).padStart(4, '0')}`), { ...fields });
    }
    await batch.commit();
  }
}

/** Sweeps at these minutes, and runs what that enqueues; what fails throws in the end. */
async function sweepAt(...minutes: number[]): Promise<void> {
  for (const minute of minutes) {
    await sweep(at(minute * MINUTE_MS)).catch(() => {});
    const tasks = setup.api.project.queue.waiting.splice(0);
    for (const task of tasks) {
      setup.api.project.queue.waiting.push(task);
      await setup.api.project.queue.work(at(minute * MINUTE_MS)).catch(() => {});
    }
  }
}

const stuckOf = async (ref: FirebaseFirestore.DocumentReference) => (await ref.get()).get('stuck');

it('501 heartbeats that cannot be read: one that is late is down', async () => {
  const { api, user, ping } = setup;
  const monitor = await createHeartbeats(api, user, ['job'], { type: 'heartbeat', periodSec: 60, graceSec: 60 });
  const url = pingUrlOf(monitor, 'job');
  await ping(url);
  await putStuck((db) => heartbeats.collection(db), 501, { dueAt: time(-HOUR_MS) });
  await sweepAt(0, 1, 2, 3, 4);
  expect(await readHeartbeat(api, url)).toMatchObject({ state: 'down' });
  const stuck = await stuckOf(heartbeats.ref(at(0).db, 'stuck0000'));
  expect(stuck).toMatchObject({ tries: 3, reason: expect.any(String) });
});

it('201 silent agents that cannot be read: another is marked as lost', async () => {
  await putAgent(setup.api, 'silent', 'tw', { agent: { lastReportAt: T0 - HOUR_MS } });
  await putAgent(setup.api, 'other', 'th', { agent: { lastReportAt: T0 + 10 * MINUTE_MS } });
  const fields = { lost: false, lastReportAt: time(-2 * HOUR_MS), name: 'stuck', ownerId: 'admin' };
  await putStuck((db) => agents.collection(db), 201, fields);
  await sweepAt(0, 1, 2, 3, 4, 5, 6, 7);
  expect((await agents.ref(at(0).db, 'silent').get()).get('lost')).toBe(true);
});

it('401 agents whose hours cannot be rolled up: those of another are', async () => {
  await putAgent(setup.api, 'good', 'tw');
  const hourAt = T0 - 2 * HOUR_MS;
  const marks = { dirtyHours: { [hourAt]: { agentSeq: 1, leaseUntil: null } } };
  const { db } = at(0);
  await agentStates.ref(db, 'good').update(agentStates.toUpdate({ ...marks, dirtyAt: T0 }));
  await putStuck((from) => agentStates.collection(from), 401, { ...marks, dirtyAt: time(-HOUR_MS) });
  await sweepAt(0, 1, 2, 3, 4, 5, 6, 7);
  expect((await agentStates.ref(db, 'good').get()).get('dirtyAt')).toBeNull();
});

it('501 monitors and endpoints whose pauses cannot end: another pause does', async () => {
  const { api, user } = setup;
  const { id } = await createMonitor(api, user, monitorBody(['a']));
  const { db } = at(0);
  await api.call(user, 'POST', `/v1/monitors/${id}/pause`, {});
  await monitors.ref(db, id).update({ pausedUntilMs: T0 });
  const fields = { ownerId: user.uid, monitorId: 'none', pausedUntilMs: T0 - HOUR_MS };
  await putStuck((from) => monitors.collection(from), 501, fields);
  await putStuck((from) => endpoints.collection(from), 501, fields);
  await sweepAt(0, 10, 20);
  expect((await monitors.ref(db, id).get()).get('paused')).toBe(false);
});

it('pages, outboxes, histories, domains and summaries that always fail are tried less and less often', async () => {
  const { db } = at(0);
  const ownerId = 'ann';
  await users.ref(db, ownerId).set({ summaryDueAt: time(-HOUR_MS) });
  await pages.ref(db, 'stuck').set({ ownerId, dueAt: time(-HOUR_MS) });
  await outboxes.ref(db, 'ann_telegram').set({ ownerId, channelId: 'telegram', dueAt: time(-HOUR_MS) });
  await histories.ref(db, ownerId).set({ dueAt: time(-HOUR_MS) });
  await domains.ref(db, 'e1').set({ askAt: time(-HOUR_MS) });
  const { queue } = setup.api.project;
  const tries = new Map<string, number>();
  for (let minute = 0; minute < 60; minute += 1) {
    const run = at(minute * MINUTE_MS);
    for (const job of [sweep, buildHistories, askRegistries, sendSummaries]) await job(run).catch(() => {});
    for (const task of queue.waiting.splice(0)) {
      tries.set(task.name, (tries.get(task.name) ?? 0) + 1);
      queue.waiting.push(task);
      await queue.work(run).catch(() => {});
    }
  }
  // At 0, 1, 3, 7, 15 and 31 minutes; without being put off 60 times, each repeated five times by the queue.
  const names = ['notifyOwner', 'updatePages', 'buildHistory', 'askRegistry', 'summarizeOwner'];
  expect(Object.fromEntries(tries)).toEqual(Object.fromEntries(names.map((name) => [name, 6])));
  const admin = await setup.api.user({ admin: true });
  setup.api.clock.nowMs = T0 + HOUR_MS;
  expect((await setup.api.call(admin, 'GET', '/health/system')).body).toMatchObject({ stuck: 5 });
});

it('201 summaries that always fail: another is made', async () => {
  const { db } = at(0);
  await putStuck((from) => users.collection(from), 201, { summaryDueAt: time(-HOUR_MS) });
  const user = { ...newUser({ displayName: 'Ann', email: 'ann@farwatch.test' }, T0), summaryDueAt: T0 };
  await users.ref(db, 'ann').set(users.toDocument(user));
  await sendSummaries(at(0));
  expect(setup.api.project.queue.waiting).toContainEqual({ name: 'summarizeOwner', input: { ownerId: 'ann' } });
});

it('51 mailings of a page that never end: another whose task is lost is found', async () => {
  const { db } = at(0);
  await putStuck((from) => mailings.collection(from, 'page'), 51, { startedAt: time(-25 * HOUR_MS), endedAt: null });
  await mailings.ref(db, 'good', 'page').set({ startedAt: time(0), endedAt: null });
  const reader = { getAll: db.getAll.bind(db), get: (query: FirebaseFirestore.Query) => query.get() };
  const found: Pick<Mailing, 'startedAt'>[] = await readOpenMailings(at(0), reader, 'page', { takesSubscribers: true });
  expect(found).toEqual([{ id: 'good', startedAt: T0 }]);
});
