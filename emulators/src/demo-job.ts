import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatSchema } from '@farwatch/core/documents/heartbeat';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Addresses } from './addresses.ts';
import { signIn } from './agents/sign-in.ts';
import type { Log } from './platform/progress.ts';
import { accounts, projectId } from './project.ts';
import { SeedDocuments } from './seed/documents.ts';
import { JOB, jobMs, jobOutput, simulateJob } from './seed/jobs.ts';
import { UIDS } from './seed/users.ts';

const urlsSchema = z.object({ pingUrl: z.url(), namedPingUrl: z.url() });

type PingUrls = z.infer<typeof urlsSchema>;

const RETRY_MS = 5000;

/**
 * Seeds the pings of the demo's job, whose key only the functions know, and goes on to run that job: it pings when it
 * starts and ends, until `stop`. Nothing waits for it: on a busy machine the API may take a minute to answer first.
 * `seededAtMs`: of the rest of the seed.
 */
export function startDemoJob(addresses: Addresses, seededAtMs: number, log: Log): { stop: () => void } {
  const stopped = new AbortController();
  const begin = async () => {
    const urls = await readPingUrls(addresses, stopped.signal);
    const { heartbeat } = simulateJob(UIDS.user, urls.namedPingUrl.split('/').at(-2) ?? '', seededAtMs);
    await store(urls.pingUrl.split('/').at(-1) ?? '', heartbeat);
    const lastMs = heartbeat.pings.at(-1)?.at ?? seededAtMs;
    await runJob(urls.pingUrl, heartbeat.pingCount / 2 + 1, lastMs + JOB.everyMs, stopped.signal);
  };
  begin().catch((error: unknown) => {
    if (!stopped.signal.aborted) log(`The demo job does not run: ${error}`);
  });
  return { stop: () => stopped.abort() };
}

/** Asks the API until it answers. Throws once aborted. */
async function readPingUrls({ authHost, origin }: Addresses, signal: AbortSignal): Promise<PingUrls> {
  for (;;) {
    const headers = { Authorization: `Bearer ${await signIn(authHost, accounts.user)}` };
    const answer = await fetch(`${origin}/api/endpoints/${JOB.endpointId}`, { headers, signal });
    if (answer.ok) return urlsSchema.parse(await answer.json());
    await answer.text();
    await sleep(RETRY_MS, undefined, { signal, ref: false });
  }
}

async function store(key: string, heartbeat: z.input<typeof heartbeatSchema>): Promise<void> {
  const app = initializeApp({ projectId }, 'demo-job');
  try {
    const documents = new SeedDocuments();
    documents.put(heartbeatSchema, `heartbeats/${key}`, heartbeat);
    await documents.write(getFirestore(app));
  } finally {
    await deleteApp(app);
  }
}

/**
 * Runs the job whenever it is due, until aborted, which throws. A ping that fails is noticed as that of a real job would
 * be. `run`: the number of the next run, which ends at `endMs`.
 */
async function runJob(pingUrl: string, run: number, endMs: number, signal: AbortSignal): Promise<never> {
  const until = (atMs: number) => sleep(Math.max(0, atMs - Date.now()), undefined, { signal, ref: false });
  const ping = (suffix: string, body = '') =>
    fetch(`${pingUrl}${suffix}`, { method: 'POST', body, signal }).catch(() => undefined);
  for (let [number, atMs] = [run, endMs]; ; number += 1, atMs += JOB.everyMs) {
    await until(atMs - jobMs(number));
    await ping('/start');
    await until(atMs);
    await ping('/0', jobOutput(number));
  }
}
