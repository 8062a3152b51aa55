import type { EndpointStatus } from '../../values/status.ts';

/** That an endpoint went down, or is up again. `since`: epoch ms from which it is so. */
export type OutageChange = {
  kind: 'down' | 'up';
  endpointId: string;
  endpoint: string;
  monitor: string;
  since: number;
};

/** The endpoints whose outage has not ended. */
export type RunningOutages = ReadonlySet<string>;

type Watched = {
  name: string;
  endpoints: Readonly<Record<string, { name: string; status: EndpointStatus; since: number }>>;
};

/**
 * What is new in the monitors compared with the outages that ran before. Nothing if `before` is null: what was down
 * already is no news. An endpoint out of sight is still down; one that was deleted or restarted is not.
 */
export function findOutageChanges(
  before: RunningOutages | null,
  monitors: readonly Watched[],
): { running: RunningOutages; news: OutageChange[] } {
  const running = new Set<string>();
  const news: OutageChange[] = [];
  for (const { name: monitor, endpoints } of monitors) {
    for (const [endpointId, { name: endpoint, status, since }] of Object.entries(endpoints)) {
      const wasDown = before?.has(endpointId) ?? false;
      if (status === 'down' || (status === 'unknown' && wasDown)) running.add(endpointId);
      const about = { endpointId, endpoint, monitor, since };
      if (status === 'down' && !wasDown) news.push({ kind: 'down', ...about });
      if (status === 'up' && wasDown) news.push({ kind: 'up', ...about });
    }
  }
  return { running, news: before === null ? [] : news };
}
