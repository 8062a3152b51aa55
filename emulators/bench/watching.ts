import type { RequestListener } from 'node:http';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  notificationSettingsSchema,
} from '@farwatch/core/documents/notification-settings';
import { type AgentLocation, LOCATION_CODES } from '@farwatch/core/values/locations';
import { z } from 'zod';
import { until } from '../faults/testing/until.ts';
import { type DemoAgent, startAgent } from '../src/agents/demo-agent.ts';
import { createAgent } from '../src/agents/registration.ts';
import { signIn } from '../src/agents/sign-in.ts';
import { type LocalServer, listenLocally } from '../src/platform/local-server.ts';
import { accounts } from '../src/project.ts';
import type { Stage } from './stage.ts';

/** An endpoint, with the path of its site. */
export interface WatchedEndpoint {
  id: string;
  path: string;
  ownerId: string;
}

/** Websites that can be switched, and that record when each failure was first seen. */
interface BenchSites {
  urlOf(path: string): string;
  /** Makes them fail; returns the time, epoch ms. */
  down(paths: readonly string[]): number;
  up(paths: readonly string[]): void;
  /** The first visit since the path fails, epoch ms; null before it. */
  foundAt(path: string): number | null;
  /** The number of visits from that address. */
  visitsFrom(address: string): number;
  /** Cuts connections from these local addresses. */
  block(addresses: readonly string[]): void;
  close: LocalServer['close'];
}

/** Owners with endpoints, an agent in each location that checks them, and the sites. */
export interface Watching {
  agents: DemoAgent[];
  sites: BenchSites;
  endpoints: WatchedEndpoint[];
}

export interface WatchingOptions {
  run: string;
  owners: number;
  /** The endpoints of each owner, in one monitor. */
  endpoints: number;
  /** How often each endpoint is checked; Farwatch itself allows no less than 10 minutes. */
  intervalSec: number;
  /** The local address from which each agent connects to the sites; by default the usual one. */
  from?: Record<AgentLocation, string>;
}

const PASSWORD = 'farwatch-bench';
const READY_MS = 180_000;

/**
 * Resolves when every endpoint is up from every location. Owners have the default thresholds, without a silence period.
 */
export async function startWatching(stage: Stage, options: WatchingOptions): Promise<Watching> {
  const sites = await startSites(Number(new URL(stage.addresses.targets).port));
  stage.onEnd(sites.close);
  const agents: DemoAgent[] = [];
  for (const location of LOCATION_CODES) agents.push(await addAgent(stage, options, location));
  const endpoints: WatchedEndpoint[] = [];
  for (let index = 0; index < options.owners; index += 1) {
    const ownerId = `owner${index}`;
    const paths = Array.from({ length: options.endpoints }, (_, each) => `/${ownerId}/${each}`);
    endpoints.push(...(await addOwner(stage, ownerId, sites, paths)));
    for (const location of LOCATION_CODES) {
      await stage.db.doc(`assignments/${location}_${ownerId}`).update({ intervalSec: options.intervalSec });
    }
  }
  await allAre(stage, 'up', endpoints.length);
  return { agents, sites, endpoints };
}

async function addAgent(stage: Stage, { run, from }: WatchingOptions, location: AgentLocation): Promise<DemoAgent> {
  const { addresses, db } = stage;
  const idToken = await signIn(addresses.authHost, accounts.admin);
  const registering = await createAgent(addresses.origin, idToken, { name: `Bench ${location}`, location });
  const agent = await startAgent({ addresses, registering, run, ...(from && { from: from[location] }) });
  stage.onEnd(agent.stop);
  await until(`the agent in ${location} has reported`, READY_MS, async () => {
    const { docs } = await db.collection('verdictChanges').where('agentId', '==', agent.id).get();
    return docs.some((doc) => doc.get('state') === 'applied');
  });
  return agent;
}

const monitorSchema = z.object({ endpoints: z.array(z.object({ id: z.string(), url: z.string() })) });

async function addOwner(stage: Stage, uid: string, sites: BenchSites, paths: string[]): Promise<WatchedEndpoint[]> {
  const { addresses, auth, db } = stage;
  const email = `${uid}@farwatch.test`;
  await auth.createUser({ uid, email, password: PASSWORD, displayName: uid, emailVerified: true });
  const settings = {
    telegram: { enabled: true, botToken: '123456789:bench', chatId: chatOf(uid), verified: true },
    thresholds: { ...DEFAULT_NOTIFICATION_SETTINGS.thresholds, silencePeriod: 0 },
  };
  await db.doc(`users/${uid}/private/notifications`).create(notificationSettingsSchema.parse(settings));
  const idToken = await signIn(addresses.authHost, { email, password: PASSWORD });
  const endpoints = paths.map((path) => ({ url: sites.urlOf(path) }));
  const response = await fetch(`${addresses.origin}/api/monitors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ name: `Sites of ${uid}`, locations: LOCATION_CODES, endpoints }),
  });
  if (!response.ok) throw new Error(`The monitor could not be made: ${response.status} ${await response.text()}`);
  const made = monitorSchema.parse(await response.json());
  return made.endpoints.map(({ id, url }) => ({ id, path: new URL(url).pathname, ownerId: uid }));
}

/** The owner's chat: a number, as Telegram's are. */
function chatOf(ownerId: string): string {
  return String(5_000 + Number(ownerId.replace(/\D/g, '')));
}

/** Resolves when that many endpoints have that status and all locations agree. */
export async function allAre(stage: Stage, status: 'up' | 'down', count: number): Promise<void> {
  await until(`${count} endpoints are ${status}`, READY_MS, async () => {
    const { docs } = await stage.db.collection('endpoints').where('status', '==', status).get();
    const agreed = docs.filter((doc) => {
      const votes = Object.values(doc.get('votes') as Record<string, { up: boolean }>);
      return votes.filter(({ up }) => up === (status === 'up')).length === LOCATION_CODES.length;
    });
    return agreed.length === count;
  });
}

/** Serves at that port, 0 for any; `/ok` and `/slow` never fail: agents use them as reference sites. */
async function startSites(port: number): Promise<BenchSites> {
  const failing = new Map<string, number | null>();
  let blocked: readonly string[] = [];
  const visits = new Map<string, number>();
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '/';
    const isKnown = path === '/ok' || path === '/slow';
    const from = request.socket.remoteAddress ?? '';
    if (!isKnown) visits.set(from, (visits.get(from) ?? 0) + 1);
    if (!isKnown && blocked.includes(from)) return void request.socket.destroy();
    if (failing.get(path) === null) failing.set(path, Date.now());
    response.writeHead(failing.has(path) ? 503 : 200, { 'content-type': 'text/plain' });
    response.end(isKnown ? 'All is well' : 'A site');
  };
  const server = await listenLocally(answer, port);
  return {
    urlOf: (path) => `http://127.0.0.1:${server.port}${path}`,
    down: (paths) => {
      for (const path of paths) failing.set(path, null);
      return Date.now();
    },
    up: (paths) => {
      for (const path of paths) failing.delete(path);
    },
    foundAt: (path) => failing.get(path) ?? null,
    visitsFrom: (address) => visits.get(address) ?? 0,
    block: (addresses) => {
      blocked = addresses;
    },
    close: server.close,
  };
}
