import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { Answer, ApiWorld } from './api-world.ts';
import type { TestUser } from './sign-in.ts';

export type MonitorBody = {
  name: string;
  description?: string;
  locations: LocationCode[];
  endpoints: { id?: string; url: string; name?: string; description?: string }[];
};

/** A monitor to ask for: endpoints by their host names. */
export function shop(hosts: string[], locations: LocationCode[] = ['tw'], name = 'Shop'): MonitorBody {
  return { name, locations, endpoints: hosts.map((host) => ({ url: `https://${host}.farwatch.test/`, name: host })) };
}

/** Makes a monitor; fails where that is refused. */
export async function make(api: ApiWorld, user: TestUser, body: MonitorBody): Promise<MonitorDetail> {
  return detailOf(await api.call(user, 'POST', '/monitors', body));
}

/** Replaces a monitor; fails where that is refused. */
export async function replace(api: ApiWorld, user: TestUser, id: string, body: MonitorBody): Promise<MonitorDetail> {
  return detailOf(await api.call(user, 'PUT', `/monitors/${id}`, body));
}

/** The monitor of an answer; the world has checked its shape. */
export function detailOf({ status, body }: Answer): MonitorDetail {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as MonitorDetail;
}

/** The id of an endpoint by its name. */
export function idOf(monitor: MonitorDetail, name: string): string {
  const found = monitor.endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return found.id;
}
