import { startChannelServices } from '@farwatch/emulators/channel-services/server';
import { afterAll, beforeAll } from 'vitest';

/** A request that a stand-in received. `status`: its answer; null if it gave none. `problem`: why its recipients do not see it. */
type Received = {
  service: string;
  at: number;
  target: string;
  status: number | null;
  problem?: string;
  request: unknown;
};

/** `mode`: `ok`, `hang` or one of the service's failures. */
type Mode = { service: string; mode: string; retryAfterSec?: number; times?: number; target?: string };

/** The stand-ins for services (emulators/src/channel-services), which get this file's requests while its tests run. */
export function useChannelServices() {
  const before = { ...process.env };
  let root = '';
  let close = async () => {};
  beforeAll(async () => {
    const server = await startChannelServices(0);
    root = `http://127.0.0.1:${server.port}`;
    close = server.close;
    process.env.CHANNEL_SERVICES_ROOT = root;
    process.env.ALLOWED_PRIVATE_HOSTS = new URL(root).host;
    process.env.FIRESTORE_EMULATOR_HOST ||= '127.0.0.1:9';
  });
  afterAll(async () => {
    await close();
    for (const name of ['CHANNEL_SERVICES_ROOT', 'ALLOWED_PRIVATE_HOSTS', 'FIRESTORE_EMULATOR_HOST']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  return {
    /** http://127.0.0.1:port */
    root: () => root,
    /** Sets how a service answers from now on. Throws for an unknown service or mode. */
    setMode: async (mode: Mode): Promise<void> => {
      const response = await fetch(`${root}/mode`, { method: 'POST', body: JSON.stringify(mode) });
      if (!response.ok) throw new Error(await response.text());
    },
    /** What that service received from the beginning, oldest first. */
    received: async (service: string): Promise<Received[]> => {
      const all: Received[] = JSON.parse(await (await fetch(`${root}/messages`)).text());
      return all.filter((each) => each.service === service);
    },
  };
}

let collector: ReturnType<typeof startChannelServices> | undefined;

/** The URL of a collector of metrics that accepts what is correct, for as long as the process runs. */
export async function collectorUrl(): Promise<string> {
  collector ??= startChannelServices(0);
  const host = `127.0.0.1:${(await collector).port}`;
  process.env.ALLOWED_PRIVATE_HOSTS = host;
  return `http://${host}/otlp/v1/metrics`;
}
