import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { TestUser } from './sign-in.ts';
import type { Answer, TestApi } from './test-api.ts';

export type MonitorBody = {
  name: string;
  description?: string;
  locations: LocationCode[];
  tags?: string[];
  endpoints: { id?: string; url: string; name?: string; description?: string; slowMs?: Endpoint['slowMs'] }[];
};

/** The body of a request for a monitor with one endpoint for each host name. */
export function monitorBody(hosts: string[], locations: LocationCode[] = ['tw'], name = 'Shop'): MonitorBody {
  return { name, locations, endpoints: hosts.map((host) => ({ url: `https://${host}.farwatch.test/`, name: host })) };
}

/** Creates a monitor; throws if the API refuses. */
export async function createMonitor(api: TestApi, user: TestUser, body: MonitorBody): Promise<MonitorDetail> {
  return detailOf(await api.call(user, 'POST', '/monitors', body));
}

/** Replaces a monitor; throws if the API refuses. */
export async function replaceMonitor(
  api: TestApi,
  user: TestUser,
  id: string,
  body: MonitorBody,
): Promise<MonitorDetail> {
  return detailOf(await api.call(user, 'PUT', `/monitors/${id}`, body));
}

/** The monitor in an answer, whose shape the test API has checked. */
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
