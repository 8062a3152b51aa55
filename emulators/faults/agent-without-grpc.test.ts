import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '@farwatch/core/values/check';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { AGENT_ID, buildProgram, makeAgentFolder, PROJECT_ID, runAgent } from '../src/fake-backend/agent-program.ts';
import { startCheckInServer } from '../src/fake-backend/fake-backend.ts';
import { cleanEnv } from '../src/platform/clean-env.ts';
import { sendJson } from '../src/platform/http-body.ts';
import { type LocalServer, listenLocally } from '../src/platform/local-server.ts';
import { startHttp1Proxy } from './testing/http1-proxy.ts';

/** They wait for what does not pass. */
const MINUTES = { tags: 'minutes' };
const OWNER = 'owner-behind-a-proxy';
const { firestoreHost } = addressesFromEnv();
const app = initializeApp({ projectId: PROJECT_ID }, 'without-grpc');
const db = getFirestore(app);
const documents = [db.doc(`assignments/tw_${OWNER}`), db.doc(`commands/${AGENT_ID}`)] as const;
const checks: Check[] = [];
let reports = 0;
/** The number of reports before each query. A read is of assignments and trials, a sync of assignments. */
const reportsBeforeQueries: number[] = [];
let site: LocalServer;
let server: LocalServer;
let proxy: LocalServer;
let program: string;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  site = await listenLocally((_request, response) => response.end('well'), 0);
  server = await startCheckInServer({
    generations: { [OWNER]: 1 },
    nextFault: () => null,
    onReport: () => {
      reports += 1;
    },
    onApplied: ({ owners }) => checks.push(...(owners[OWNER]?.checks ?? [])),
  });
  proxy = await startHttp1Proxy(firestoreHost, (path) => {
    if (path.includes(':runQuery')) reportsBeforeQueries.push(reports);
  });
  const endpoint = { url: `${site.origin}/`, name: 'Shop', group: 'Shops', monitorId: 'm1', rev: 0 };
  const [assignment, command] = documents;
  await assignment.set({
    ...{ location: 'tw', ownerId: OWNER, agentId: AGENT_ID, generation: 1, live: true, liveSeq: 1 },
    ...{ intervalSec: 1, count: 1, endpoints: { shop: endpoint }, changedAt: Timestamp.now() },
  });
  // Later than any time at which the agent starts.
  await command.set({ syncAt: Timestamp.fromMillis(Date.now() + HOUR_MS), checkNow: {} });
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await Promise.all(documents.map((document) => document.delete()));
  await Promise.all([site, server, proxy].map((each) => each?.close()));
  await deleteApp(app);
});

/** The folder of an agent that reaches Firestore at this host. */
async function agentAt(host: string): Promise<string> {
  const folder = await makeAgentFolder(`127.0.0.1:${server.port}`, host);
  const file = join(folder, 'agent.json');
  const agent = JSON.parse(await readFile(file, 'utf8')) as { config: object };
  const origin = await listenLocally((_request, response) => sendJson(response, 200, agent.config), 0);
  await writeFile(file, JSON.stringify({ ...agent, origin: origin.origin }));
  ends.push(origin.close, () => rm(folder, { recursive: true, force: true }));
  program ??= await buildProgram(folder);
  return folder;
}

/** Returns the result of `doctor` about the way in which assignments arrive. */
async function diagnose(host: string): Promise<{ state: string; text: string } | undefined> {
  const folder = await agentAt(host);
  const args = ['doctor', '--dir', folder, '--allow-private', '--reference-site', site.origin, '--json'];
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, ...args], { env: cleanEnv() }, (_error, text) => resolve(text));
  });
  const { findings } = JSON.parse(out) as { findings: { name: string; state: string; text: string }[] };
  return findings.find(({ name }) => name === 'updates');
}

it('doctor reads Firestore over gRPC', MINUTES, async () => {
  expect(await diagnose(firestoreHost)).toMatchObject({
    state: 'good',
    text: expect.stringMatching(/^Firestore answers over gRPC in \d+ ms$/),
  });
});

it('doctor notices that only HTTP/1.1 passes', MINUTES, async () => {
  expect(await diagnose(`127.0.0.1:${proxy.port}`)).toMatchObject({
    state: 'fair',
    text: expect.stringContaining('over HTTPS, but not over gRPC'),
  });
});

it('doctor notices that nothing passes', MINUTES, async () => {
  const closed = await startHttp1Proxy(firestoreHost);
  await closed.close();
  expect(await diagnose(`127.0.0.1:${closed.port}`)).toMatchObject({
    state: 'bad',
    text: expect.stringMatching(/gRPC: unavailable, HTTPS: \w+/),
  });
});

it('an agent behind such a proxy gets its assignments, checks, and syncs on request', async () => {
  const folder = await agentAt(`127.0.0.1:${proxy.port}`);
  const agent = runAgent(program, folder, ['--reference-site', site.origin]);
  ends.push(async () => {
    agent.child.kill('SIGKILL');
    await agent.ended;
  });
  await expect.poll(() => checks.length).toBeGreaterThan(0);
  expect(checks[0]).toMatchObject({ endpoint: 'shop', error: null });
  // Without the request, the next read and the next report would be a minute away or more.
  const soon = { timeout: 40 * SECOND_MS };
  await expect.poll(() => reportsBeforeQueries.length, soon).toBeGreaterThan(2);
  await expect.poll(() => reports, soon).toBeGreaterThan(reportsBeforeQueries[2] ?? 0);
});
