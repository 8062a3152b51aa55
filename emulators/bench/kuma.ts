import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { cleanEnv } from '../src/platform/clean-env.ts';
import { readText } from '../src/platform/http-body.ts';
import { listenLocally } from '../src/platform/local-server.ts';
import { cacheDir, freshDir, logsDir } from '../src/platform/paths.ts';
import { freePorts } from '../src/platform/ports.ts';
import { type Service, startService } from '../src/platform/service.ts';

/** A running Uptime Kuma and its notifications. */
export interface Kuma {
  version: string;
  service: Service;
  /** Adds a monitor. After a failed check it makes `retries` more, an interval apart, before the site is down. */
  watch(monitor: { name: string; url: string; intervalSec: number; retries: number }): Promise<void>;
  /** Notifications that a monitor is down, oldest first. */
  alarms(): readonly { name: string; at: number }[];
  stop(): Promise<void>;
}

/** Its folder: UPTIME_KUMA, or that of `npm install --prefix .cache/uptime-kuma uptime-kuma`; null if not installed. */
export function findKuma(): string | null {
  const folder = process.env.UPTIME_KUMA ?? join(cacheDir, 'uptime-kuma/node_modules/uptime-kuma');
  return existsSync(join(folder, 'server/server.js')) ? folder : null;
}

const STARTS_WITHIN_MS = 120_000;
const USER = { username: 'bench', password: 'farwatch-bench-1' };
const webhookSchema = z.object({
  monitor: z.object({ name: z.string() }),
  heartbeat: z.object({ status: z.number() }),
});
const DOWN = 0;

/** Starts it with its own database, sets it up as its pages do, and has it notify a webhook. */
export async function startKuma(folder: string, run: string): Promise<Kuma> {
  const alarms: { name: string; at: number }[] = [];
  const hook = await listenLocally(async (request, response) => {
    const at = Date.now();
    const { monitor, heartbeat } = webhookSchema.parse(JSON.parse(await readText(request)));
    if (heartbeat.status === DOWN) alarms.push({ name: monitor.name, at });
    response.end();
  }, 0);
  const { port } = await freePorts(['port']);
  const home = workingFolder(folder, run);
  const service = await startService({
    name: 'Uptime Kuma',
    command: process.execPath,
    args: ['server/server.js', '--host=127.0.0.1', `--port=${port}`, `--data-dir=${join(home, 'data')}/`],
    cwd: home,
    env: { ...cleanEnv(), UPTIME_KUMA_DB_TYPE: 'sqlite', NODE_ENV: 'production' },
    logFile: join(logsDir(run), 'uptime-kuma.log'),
  });
  const call = await connect(folder, `http://127.0.0.1:${port}`);
  await call('setup', USER.username, USER.password);
  await call('login', USER);
  const webhook = { name: 'bench', type: 'webhook', webhookURL: hook.origin, webhookContentType: 'json' };
  const { id } = z
    .object({ id: z.number() })
    .parse(await call('addNotification', { ...webhook, isDefault: false }, null));
  return {
    version: z.object({ version: z.string() }).parse(createRequire(join(folder, 'x'))('./package.json')).version,
    service,
    watch: async ({ name, url, intervalSec, retries }) => {
      const times = {
        interval: intervalSec,
        retryInterval: intervalSec,
        maxretries: retries,
        timeout: intervalSec * 0.8,
      };
      await call('add', { ...MONITOR, ...times, name, url, notificationIDList: { [id]: true } });
    },
    alarms: () => alarms,
    stop: async () => {
      await service.stop();
      await hook.close();
    },
  };
}

/** The fields that its form sends. */
const MONITOR = {
  ...{
    type: 'http',
    method: 'GET',
    maxredirects: 10,
    accepted_statuscodes: ['200-299'],
    authMethod: null,
    parent: null,
  },
  ...{ ignoreTls: false, upsideDown: false, expiryNotification: false, resendInterval: 0 },
  ...{ dns_resolve_type: 'A', dns_resolve_server: '1.1.1.1' },
  ...{ kafkaProducerBrokers: [], kafkaProducerSaslOptions: { mechanism: 'None' } },
};

/** It looks for its files where it is started. 2.0.0-dev.0 looks for some database migrations in another folder. */
function workingFolder(folder: string, run: string): string {
  const home = join(cacheDir, 'kuma', run);
  freshDir(home);
  for (const name of readdirSync(folder)) if (name !== 'db') symlinkSync(join(folder, name), join(home, name));
  cpSync(join(folder, 'db'), join(home, 'db'), { recursive: true });
  const steps = readdirSync(join(folder, 'db')).filter((name) => name.startsWith('patch-'));
  for (const name of steps) cpSync(join(folder, 'db', name), join(home, 'db/old_migrations', name));
  mkdirSync(join(home, 'data'));
  return home;
}

/** The parts of its own socket.io client that are used. */
interface Socket {
  once(event: 'connect', then: () => void): void;
  emit(event: string, ...args: unknown[]): void;
}
type SocketIo = { io: (origin: string, how: object) => Socket };
type Call = (event: string, ...args: unknown[]) => Promise<unknown>;

async function connect(folder: string, origin: string): Promise<Call> {
  const { io } = createRequire(join(folder, 'x'))('socket.io-client') as SocketIo;
  const socket = io(origin, { transports: ['websocket'] });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    setTimeout(() => reject(new Error('Uptime Kuma did not start')), STARTS_WITHIN_MS).unref();
  });
  return async (event, ...args) => {
    const answer = await new Promise<unknown>((resolve) => socket.emit(event, ...args, resolve));
    const { ok, msg } = z.looseObject({ ok: z.boolean(), msg: z.string().optional() }).parse(answer);
    if (!ok) throw new Error(`Uptime Kuma refused ${event}: ${msg}`);
    return answer;
  };
}
