import { isDeepStrictEqual } from 'node:util';
import { exportedIds } from '@farwatch/core/documents/collections';
import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sweep } from '../src/entry/jobs/sweep/sweep.ts';
import { CALLS, type Seeded, seedApi } from '../src/testing/api/calls.ts';
import { newTestApi, type TestApi } from '../src/testing/api/test-api.ts';
import { expectConsistent } from '../src/testing/expect-consistent.ts';

const copySchema = z.object({ lines: z.string() });

const READS = Object.entries(CALLS).filter(([route]) => route.startsWith('get '));
/** What an account creates, each by the call that its route's test makes. */
const CREATES = ['monitors', 'maintenance', 'pages', 'channels', 'agents', 'heartbeats'];

/** What is lost, as docs/operations.md states: raw checks and hours, and trials of a URL, which end within a day. */
const LOST = [
  'get /v1/logins',
  'get /endpoints/batch/metrics',
  'get /v1/trials/:id',
  'get /endpoints/:id/history',
  'get /endpoints/:id/checks',
  'get /v1/endpoints/:id/history',
];

let before: TestApi;
let after: TestApi;
let seeded: Seeded;

/** A product with documents of all kinds, and what an export of it restores into an empty database. */
beforeAll(async () => {
  before = await newTestApi();
  seeded = await seedApi(before);
  for (const [route, call] of Object.entries(CALLS)) {
    if (!CREATES.some((each) => route === `post /v1/${each}`)) continue;
    const { path, body } = await call(seeded, before);
    await before.call(seeded.admin, 'POST', path, body);
  }
  after = await newTestApi();
  after.clock.nowMs = before.clock.nowMs;
});
afterAll(() => Promise.all([before.close(), after.close()]));

async function restore(from: Firestore, to: Firestore): Promise<void> {
  for (const id of exportedIds()) {
    const { docs } = await from.collectionGroup(id).get();
    await Promise.all(docs.map((doc) => to.doc(doc.ref.path).set(doc.data())));
  }
}

/** The answer without documents that an export leaves out, of which a copy of an account has some. */
function shownOf(body: unknown): unknown {
  const copy = copySchema.safeParse(body).data;
  if (!copy) return body;
  const exported = exportedIds();
  return copy.lines.split('\n').filter((line) => {
    const path = /^\{"([^"]+)"/.exec(line)?.[1]?.split('/') ?? [];
    return path.length < 2 || exported.includes(path.at(-2) ?? '');
  });
}

it('an export restores what every page of the app shows', async () => {
  const inputs = [];
  for (const [route, call] of READS) {
    const { path } = await call(seeded, before);
    inputs.push({ route, path });
    // Some documents are created when they are first read.
    await before.call(seeded.admin, 'GET', path);
  }
  const [from, to] = [before, after].map(({ project, clock }) => project.run(clock.nowMs).db);
  if (from && to) await restore(from, to);
  // The first of the scheduled runs, which is not in the export.
  for (const { project, clock } of [before, after]) await sweep(project.run(clock.nowMs));
  const differing = [];
  for (const { route, path } of inputs) {
    const [there, here] = await Promise.all([before, after].map((api) => api.call(seeded.admin, 'GET', path)));
    if (!isDeepStrictEqual(shownOf(there?.body), shownOf(here?.body))) differing.push(route);
  }
  expect(differing).toEqual(LOST);
  expect(inputs.length).toBeGreaterThan(20);
  await expectConsistent(after.project);
});
