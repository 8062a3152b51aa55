import { heartbeatSchema } from '@farwatch/core/documents/heartbeat';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Addresses } from './addresses.ts';
import { signIn } from './agents/sign-in.ts';
import { accounts, projectId } from './project.ts';
import { SeedDocuments } from './seed/documents.ts';
import { JOB, jobMs, jobOutput, simulateJob } from './seed/jobs.ts';
import { UIDS } from './seed/users.ts';

const urlsSchema = z.object({ pingUrl: z.url(), namedPingUrl: z.url() });

/**
 * Seeds the pings of the demo's job, whose key only the functions know, and goes on to run that job: it pings when it
 * starts and ends, until `stop`. `seededAtMs`: of the rest of the seed. Throws if the API does not answer.
 */
export async function startDemoJob(addresses: Addresses, seededAtMs: number): Promise<{ stop: () => void }> {
  const idToken = await signIn(addresses.authHost, accounts.user);
  const answer = await fetch(`${addresses.origin}/api/endpoints/${JOB.endpointId}`, {
    headers: { Authorization: `Bearer ${idToken}` },
  });
  if (!answer.ok) throw new Error(`The demo's job has no ping URL: ${answer.status} ${await answer.text()}`);
  const { pingUrl, namedPingUrl } = urlsSchema.parse(await answer.json());
  const pingKey = namedPingUrl.split('/').at(-2) ?? '';
  const { heartbeat } = simulateJob(UIDS.user, pingKey, seededAtMs);
  await store(pingUrl.split('/').at(-1) ?? '', heartbeat);
  const lastMs = heartbeat.pings.at(-1)?.at ?? seededAtMs;
  return runJob(pingUrl, lastMs + JOB.everyMs, heartbeat.pingCount);
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

/** Runs the job from its next time on. A ping that fails is noticed as that of a real job would be. */
function runJob(pingUrl: string, nextMs: number, pingCount: number): { stop: () => void } {
  let timer: NodeJS.Timeout;
  const wait = (ms: number, act: () => void) => {
    timer = setTimeout(act, Math.max(0, ms)).unref();
  };
  const ping = (suffix: string, body = '') =>
    void fetch(`${pingUrl}${suffix}`, { method: 'POST', body }).catch(() => undefined);
  const start = (run: number, endMs: number) => {
    ping('/start');
    wait(endMs - Date.now(), () => {
      ping('/0', jobOutput(run));
      waitFor(run + 1, endMs + JOB.everyMs);
    });
  };
  const waitFor = (run: number, endMs: number) => wait(endMs - jobMs(run) - Date.now(), () => start(run, endMs));
  waitFor(pingCount / 2 + 1, nextMs);
  return { stop: () => clearTimeout(timer) };
}
