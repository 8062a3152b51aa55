import { applyLateness, applyPing, type HeartbeatChange } from '@farwatch/core/decisions/heartbeats/apply-ping';
import { newHeartbeat } from '@farwatch/core/decisions/heartbeats/plan-heartbeat';
import { voteUpdateOf } from '@farwatch/core/decisions/heartbeats/vote-update';
import { newEndpoint } from '@farwatch/core/documents/endpoint';
import type { Heartbeat } from '@farwatch/core/documents/heartbeat';
import type { LocationCode } from '@farwatch/core/values/locations';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { SERVER_LOCATION } from '@farwatch/core/values/server-location';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { DemoEndpoint, WatchedMonitor } from './scenario-table.ts';
import { applyStep, type Simulated } from './simulate.ts';

const ID = 'demoOrderExport';

/** How often the demo job runs, and how late it may be. */
export const JOB = { endpointId: ID, everyMs: 30 * MINUTE_MS, graceMs: 10 * MINUTE_MS } as const;

const job: DemoEndpoint = { id: ID, name: 'Order export', path: 'order-export', typicalMs: 0, outages: [] };

/** The demo's monitor of a job. Its location is for other endpoints that visitors add. */
export const JOB_MONITOR: WatchedMonitor = {
  id: 'demoJobs',
  name: 'Scheduled jobs',
  description: 'What has to run while nobody looks',
  tags: ['internal'],
  locations: ['tw'],
  endpoints: [job],
};

/** The runs of the last day that differ, counted back: one started late, and one failed. */
const LATE = { runsAgo: 33, byMs: 14 * MINUTE_MS };
const FAILED = { runsAgo: 5, body: 'psql: error: FATAL: sorry, too many clients already' };
/** When the last run ended. */
const LAST_MS = 28 * MINUTE_MS;

/** How long the demo job runs, in ms, as it varies from run to run. */
export function jobMs(run: number): number {
  return (38 + ((run * 37) % 23) + (run % 11 === 0 ? 41 : 0)) * SECOND_MS;
}

/** Returns the text that the demo job sends with its success. */
export function jobOutput(run: number): string {
  const orders = 1100 + ((run * 61) % 240);
  return `${orders.toLocaleString('en')} orders exported to s3://reports/orders.csv (${(orders / 400).toFixed(1)} MB)`;
}

/** Simulates the demo job with its last day. `pingKey` is its account's, once that is known. */
export function simulateJob(ownerId: string, pingKey: string, nowMs: number): Simulated & { heartbeat: Heartbeat } {
  const createdAt = nowMs - DAY_MS - JOB.everyMs;
  const locations: LocationCode[] = [SERVER_LOCATION];
  const place = { ownerId, monitorId: JOB_MONITOR.id, locations };
  const { everyMs, graceMs } = JOB;
  const check = { type: 'heartbeat', periodSec: everyMs / SECOND_MS, graceSec: graceMs / SECOND_MS } as const;
  const fields = { ...defaultsOf(ENDPOINT_FIELDS), url: `heartbeat://${job.path}`, name: job.name, check };
  const endpoint = newEndpoint({ ...place, ...fields }, createdAt);
  const result: Simulated = { endpoint, events: [], incidents: new Map() };
  const subject = { ...place, monitorName: JOB_MONITOR.name, url: fields.url, maintenance: [], createdAt };
  let heartbeat = newHeartbeat({ id: ID, endpoint, pingKey }, createdAt);
  for (const { atMs, change } of stepsOf(nowMs)) {
    const changed = change(heartbeat);
    if (!changed) continue;
    heartbeat = changed.heartbeat;
    if (!changed.vote) continue;
    const update = voteUpdateOf(heartbeat, changed.vote);
    applyStep(result, ID, { subject, lost: new Set() }, { atMs, do: 'verdict', update });
  }
  return { ...result, heartbeat };
}

type JobStep = { atMs: number; change: (before: Heartbeat) => HeartbeatChange | null };

/** The pings of all runs, each after a sweep that finds whether the job was late, the oldest first. */
function stepsOf(nowMs: number): JobStep[] {
  const count = Math.floor(DAY_MS / JOB.everyMs);
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((run) => {
    const runsAgo = count - run;
    const hasFailed = runsAgo === FAILED.runsAgo;
    const endMs = nowMs - LAST_MS - runsAgo * JOB.everyMs + (runsAgo === LATE.runsAgo ? LATE.byMs : 0);
    const startMs = endMs - (hasFailed ? 4 * SECOND_MS : jobMs(run));
    const late = (before: Heartbeat) => applyLateness(before, null, startMs - 1);
    const sweptMs = startMs - LATE.byMs + JOB.graceMs + MINUTE_MS;
    const body = hasFailed ? FAILED.body : jobOutput(run);
    const ended = { ...pingOf(body), kind: hasFailed ? 'fail' : 'success', exitStatus: hasFailed ? 1 : 0 } as const;
    return [
      { atMs: sweptMs, change: late },
      { atMs: startMs, change: (before) => applyPing(before, { ...pingOf(''), kind: 'start' }, startMs) },
      { atMs: endMs, change: (before) => applyPing(before, ended, endMs) },
    ] satisfies JobStep[];
  });
}

const pingOf = (body: string) => ({ exitStatus: null, rid: null, bytes: body.length, body });
