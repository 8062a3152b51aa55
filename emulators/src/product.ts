import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatSchema } from '@farwatch/core/documents/heartbeat';
import type { LocationCode } from '@farwatch/core/values/locations';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { type Addresses, addressesOf } from './addresses.ts';
import { type DemoAgent, startAgent } from './agents/demo-agent.ts';
import type { RegisteringAgent } from './agents/registration.ts';
import { signIn } from './agents/sign-in.ts';
import { buildIfStale, buildsFor } from './build.ts';
import { startChannelServices } from './channel-services/server.ts';
import { startClock } from './clock.ts';
import { startMail } from './mail.ts';
import { startPayments } from './payments.ts';
import { cacheDir } from './platform/paths.ts';
import type { Ports } from './platform/ports.ts';
import { type Log, timed } from './platform/progress.ts';
import { accounts, projectId } from './project.ts';
import { type RdapServer, startRdap } from './rdap.ts';
import { SeedDocuments } from './seed/documents.ts';
import { JOB, jobMs, jobOutput, simulateJob } from './seed/jobs.ts';
import { seed } from './seed/seed.ts';
import { DEMO_NOTIFICATIONS, UIDS } from './seed/users.ts';
import { type Suite, startSuite } from './suite.ts';
import { startTargets } from './targets.ts';
import { startTelegram } from './telegram.ts';
import { notifySeededOwner } from './warm-up.ts';

export interface ProductOptions {
  ports: Ports;
  /** Names the folders of its logs and of its agents' state. */
  run: string;
  /** The folder of the built app, if it is not web/dist. */
  webDir?: string;
  /** Whether to build the app, by default; without it the site has only the API. */
  hasApp?: boolean;
  /** Whether to fill the empty emulators with users, monitors and history. */
  seed: boolean;
  /** The countries whose seeded agents run. */
  agents: readonly LocationCode[];
  /** Whether the scheduled functions run when they are due; otherwise tests call them. */
  clock: boolean;
  log: Log;
}

/** All of Farwatch, running on this machine. */
export interface Product {
  addresses: Addresses;
  suite: Suite;
  agents: DemoAgent[];
  /** Ends everything, last started first. May be called again. */
  stop(): Promise<void>;
}

/**
 * Builds what is stale and starts the whole product. Resolves when everything answers and the agents run. If a part
 * fails, the others are stopped and its error is thrown: a Problem if the user can fix it.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    return await start(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: ProductOptions, stops: (() => Promise<unknown>)[], stop: Product['stop']) {
  const { ports, run, log } = options;
  const addresses = addressesOf(ports);
  await build(addresses, options);
  const telegram = await startTelegram(ports.telegram);
  stops.push(telegram.close);
  const payments = await startPayments(ports.payments);
  stops.push(payments.close);
  const mail = await startMail(ports, addresses.authHost);
  stops.push(mail.close);
  const targets = await startTargets(ports.targets);
  stops.push(targets.close);
  const channelServices = await startChannelServices(ports.channelServices);
  stops.push(channelServices.close);
  const rdap = await startRdap(ports.rdap);
  stops.push(rdap.close);
  const suite = await timed(log, 'Emulators are ready', () => startSuiteFor(addresses, rdap, options));
  stops.push(suite.stop);
  const seededAtMs = Date.now();
  const toRegister = await seedIfRequested(addresses, seededAtMs, options);
  const agents: DemoAgent[] = [];
  stops.push(() => Promise.all(agents.map((agent) => agent.stop())));
  // They start one after the other, since concurrent calls would each start a process for the same function.
  const registerAll = async () => {
    for (const registering of toRegister) agents.push(await startAgent({ addresses, registering, run }));
  };
  if (toRegister.length > 0) {
    await timed(log, 'Demo agents run', () => Promise.all([registerAll(), notifySeededOwner(addresses)]));
  }
  if (options.seed) {
    const job = startDemoJob(addresses, seededAtMs, log);
    stops.push(async () => job.stop());
  }
  if (options.clock) stops.push(startClock({ functions: addresses.functions, log }).stop);
  return { addresses, suite, agents, stop };
}

async function build(addresses: Addresses, { webDir, hasApp = true, log }: ProductOptions): Promise<void> {
  const [functions, agent, web] = buildsFor(addresses, webDir);
  const builds = hasApp ? [functions, agent, web] : [functions, agent];
  // The hosting emulator needs the folder.
  mkdirSync(web.outDir, { recursive: true });
  const outcome = (built: boolean[]) => {
    const names = builds.filter((_, index) => built[index]).map(({ workspace }) => workspace);
    return names.length > 0 ? `Built ${names.join(', ')}` : 'Everything is built';
  };
  await timed(log, outcome, () => Promise.all(builds.map(buildIfStale)));
}

function startSuiteFor(addresses: Addresses, rdap: RdapServer, options: ProductOptions): Promise<Suite> {
  const { ports, run, webDir } = options;
  const env = {
    TELEGRAM_API_ROOT: addresses.telegram,
    NOWPAYMENTS_API_ROOT: addresses.payments,
    ...standInsEnv(addresses, rdap),
    LOCAL_SMTP_URL: addresses.smtp,
    MAIL_FROM: 'Farwatch <alerts@farwatch.test>',
    PUBLIC_ORIGINS: addresses.origin,
    APP_URL: addresses.origin,
  };
  return startSuite({ ports, run, env, ...(webDir && { webDir }) });
}

/** Known services, webhooks to this machine and registries lead to the stand-ins. */
function standInsEnv(
  { channelServices, rdap }: Addresses,
  { http2Host, certificate }: RdapServer,
): Record<string, string> {
  const trusted = join(cacheDir, 'rdap', `${new URL(rdap).port}.pem`);
  mkdirSync(dirname(trusted), { recursive: true });
  writeFileSync(trusted, certificate);
  const { host, port } = new URL(channelServices);
  return {
    CHANNEL_SERVICES_ROOT: channelServices,
    RDAP_BOOTSTRAP_URL: `${rdap}/dns.json`,
    ALLOWED_PRIVATE_HOSTS: `${host},localhost:${port},${new URL(rdap).host},${http2Host}`,
    NODE_EXTRA_CA_CERTS: trusted,
  };
}

/** Seeds if requested, and returns the seeded agents to register. */
async function seedIfRequested(
  { firestoreHost, authHost, targets, telegram }: Addresses,
  nowMs: number,
  options: ProductOptions,
): Promise<RegisteringAgent[]> {
  if (!options.seed) return [];
  // Google's client libraries would look for their cloud's metadata server, and warn.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const where = { firestoreHost, authHost, projectId, targets };
  const toRegister = await timed(options.log, 'Seeded', () => seed({ ...where, nowMs }));
  await startDemoChat(telegram);
  return toRegister.filter(({ location }) => options.agents.includes(location));
}

/** The demo user has pressed Start in the chat with their bot, so that it can be found. */
async function startDemoChat(telegram: string): Promise<void> {
  const { botToken: token, chatId } = DEMO_NOTIFICATIONS.telegram;
  await fetch(`${telegram}/write`, { method: 'POST', body: JSON.stringify({ token, chat_id: chatId }) });
}

const urlsSchema = z.object({ pingUrl: z.url(), namedPingUrl: z.url() });

type PingUrls = z.infer<typeof urlsSchema>;

const RETRY_MS = 5000;

/**
 * Seeds the pings of the demo's job, whose key only the functions know, and then runs that job: it pings when it starts
 * and ends, until `stop`. The product does not wait for it: on a busy machine the API may take a minute to answer
 * first. `seededAtMs` is the time of the rest of the seed.
 */
function startDemoJob(addresses: Addresses, seededAtMs: number, log: Log): { stop: () => void } {
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

/** Calls the API until it answers. Throws once aborted. */
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
 * Runs the job whenever it is due, until aborted, which throws. A ping that fails is noticed like that of a real job.
 * `run` is the number of the next run, which ends at `endMs`.
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
