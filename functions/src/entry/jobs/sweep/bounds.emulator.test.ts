import { newVerdictChange } from '@farwatch/core/documents/verdict-change';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { CollectionReference, DocumentData, Firestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { incidents, sweeps, verdictChanges } from '../../../platform/db/collections.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { outageIncident } from '../../../testing/outbox.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { readList } from './read-list.ts';
import { sweep } from './sweep.ts';

/** A sweep works at most 2,000 documents of a list, and the next ones the rest. */

const MOST = 2000;
const at = (minute: number) => T0 + minute * MINUTE_MS;

let project: TestProject;
let db: Firestore;
beforeEach(() => {
  project = newTestProject();
  ({ db } = project.run(T0));
});
afterEach(() => project.close());

async function putMany(collection: CollectionReference, count: number, documentOf: (number: number) => DocumentData) {
  const writer = db.bulkWriter();
  for (let number = 0; number < count; number += 1)
    void writer.create(collection.doc(`d${number}`), documentOf(number));
  await writer.close();
}

const leftOver = async () => sweeps.read(await sweeps.ref(db, 'state').get())?.continueFrom;

/** The owners for whom this minute's sweep has enqueued a notifier run. */
async function notifiedBy(minute: number): Promise<Set<string>> {
  project.queue.waiting = [];
  await sweep(project.run(at(minute)));
  return new Set(project.queue.waiting.flatMap(({ name, input }) => (name === 'notifyOwner' ? [input.ownerId] : [])));
}

it('the owners of more changed incidents than a sweep works are all looked at, by the next sweep', async () => {
  await putMany(incidents.collection(db), MOST + 300, (number) =>
    incidents.toDocument(outageIncident(T0 - 20 * SECOND_MS + number, { ownerId: `owner${number}` })),
  );
  const first = await notifiedBy(0);
  expect(first.size).toBe(MOST);
  // What is left counts, although it changed long before the last sweep.
  const second = await notifiedBy(5);
  expect(new Set([...first, ...second]).size).toBe(MOST + 300);
  expect(await leftOver()).toEqual({});
  expect((await notifiedBy(6)).size).toBe(0);
});

it('more parked verdict changes of one agent than a sweep works do not hide another agent', async () => {
  const parked = (agentId: string, agentSeq: number, retryAt: number) => {
    const change = newVerdictChange({ agentId, location: 'tw', agentSeq, liveness: null, verdicts: {} }, T0);
    return verdictChanges.toDocument({ ...change, state: 'parked', retryAt });
  };
  await putMany(verdictChanges.collection(db), MOST + 50, (number) => parked('busy', number + 1, T0 - MOST + number));
  await verdictChanges.ref(db, 'last').create(parked('quiet', 1, T0 + MINUTE_MS));
  await resetProxy();
  const state = { continueFrom: {} };
  const fields = verdictChanges.pick('agentId', 'retryAt');
  const agentsFound = async () => {
    const query = verdictChanges.collection(project.viaProxy(T0).db).where('state', '==', 'parked');
    const found = await readList(state, 'parkedChanges', { query, fields, orderBy: 'retryAt' });
    return [...new Set(found.map(({ agentId }) => agentId))];
  };
  expect(await agentsFound()).toEqual(['busy']);
  expect((await readProxyCounts()).reads).toBe(MOST);
  expect(await agentsFound()).toEqual(['busy', 'quiet']);
  // After the end it starts again.
  expect(await agentsFound()).toEqual(['busy']);
});
