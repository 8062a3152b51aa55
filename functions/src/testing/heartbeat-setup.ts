import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import type { HeartbeatCheck } from '@farwatch/core/values/check-types/heartbeat';
import { pingHandler } from '../entry/ping/handle-ping.ts';
import { heartbeats } from '../platform/db/collections.ts';
import { listen } from './api/listen.ts';
import { createMonitor } from './api/monitors.ts';
import type { TestUser } from './api/sign-in.ts';
import { newTestApi, type TestApi } from './api/test-api.ts';

/** The API, the function `ping`, and a user. Only tests advance the clock. */
export type HeartbeatSetup = Awaited<ReturnType<typeof newHeartbeatSetup>>;

export async function newHeartbeatSetup({ viaProxy = false } = {}) {
  const api = await newTestApi();
  const newRun = () => (viaProxy ? api.project.viaProxy(api.clock.nowMs) : api.project.run(api.clock.nowMs));
  const handle = pingHandler(newRun);
  const server = await listen((request, response) => void handle(request, response));
  const user = await api.user();
  return {
    api,
    user,
    origin: server.origin,
    /** Calls a ping URL of an answer, with a suffix such as `/fail`. */
    ping: (url: string, suffix = '', init: RequestInit = {}) =>
      fetch(`${server.origin}${new URL(url).pathname}${suffix}`, { method: 'POST', ...init }),
    close: async () => {
      await server.close();
      await api.close();
    },
  };
}

/** Creates a monitor with heartbeats of these names. */
export function createHeartbeats(
  api: TestApi,
  user: TestUser,
  names: readonly string[],
  check: HeartbeatCheck | null = null,
): Promise<MonitorDetail> {
  const endpoints = names.map((name) => ({ url: `heartbeat://${name}`, name, check }));
  return createMonitor(api, user, { name: 'Jobs', locations: ['tw'], endpoints });
}

/** The URL that the job of an endpoint pings, by its name. */
export function pingUrlOf(monitor: MonitorDetail, name: string): string {
  return monitor.endpoints.find((each) => each.name === name)?.pingUrl ?? '';
}

/** A heartbeat as it is stored, by its ping URL. */
export async function readHeartbeat({ project }: TestApi, pingUrl: string) {
  const ref = heartbeats.ref(project.run(0).db, pingUrl.split('/').at(-1) ?? '');
  return heartbeats.read(await ref.get());
}
