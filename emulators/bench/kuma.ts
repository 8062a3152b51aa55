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

/** A running Uptime Kuma, and what it told. */
export interface Kuma {
  version: string;
  service: Service;
  /** From now on. After a failed check it makes `retries` more, an interval apart, before it calls the site down. */
  watch(monitor: { name: string; url: string; intervalSec: number; retries: number }): Promise<void>;
  /** That a monitor is down, oldest first. */
  alarms(): readonly { name: string; at: number }[];
  stop(): Promise<void>;
}

/** Where it is installed: UPTIME_KUMA, else where `npm install --prefix .cache/uptime-kuma uptime-kuma` puts it; null if not. */
export function findKuma(): string | null {
  const folder = process.env.UPTIME_KUMA ?? join(cacheDir, 'uptime-kuma/node_modules/uptime-kuma');
  return existsSync(join(folder, 'server/server.js')) ? folder : null;
}

const STARTS_WITHIN_MS = 120_000;
const USER = { username: 'bench', password: 'farwatch-bench-1' };
const announcedSchema = z.object({
  monitor: z.object({ name: z.string() }),
  heartbeat: z.object({ status: z.number() }),
});
const DOWN = 0;

/** Starts it with a database of its own, sets it up as its pages do, and lets it tell a webhook. */
export async function startKuma(folder: string, run: string): Promise<Kuma> {
  const alarms: { name: string; at: number }[] = [];
  const hook = await listenLocally(async (request, response) => {
    const at = Date.now();
    const { monitor, heartbeat } = announcedSchema.parse(JSON.parse(await readText(request)));
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
  const ask = await connect(folder, `http://127.0.0.1:${port}`);
  await ask('setup', USER.username, USER.password);
  await ask('login', USER);
  const webhook = { name: 'bench', type: 'webhook', webhookURL: hook.origin, webhookContentType: 'json' };
  const { id } = z
    .object({ id: z.number() })
    .parse(await ask('addNotification', { ...webhook, isDefault: false }, null));
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
      await ask('add', { ...MONITOR, ...times, name, url, notificationIDList: { [id]: true } });
    },
    alarms: () => alarms,
    stop: async () => {
      await service.stop();
      await hook.close();
    },
  };
}

/** As its form sends it. */
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

/** It looks for its parts where it is started. Some steps of its database are not where 2.0.0-dev.0 looks for them. */
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

/** What is used of its own socket.io client. */
interface Socket {
  once(event: 'connect', then: () => void): void;
  emit(event: string, ...args: unknown[]): void;
}
type SocketIo = { io: (origin: string, how: object) => Socket };
type Ask = (event: string, ...args: unknown[]) => Promise<unknown>;

async function connect(folder: string, origin: string): Promise<Ask> {
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
