import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { answeredValues, defaultsOf, fieldNames } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { pingUrlsOf } from '../../../domain/heartbeats/ping-urls.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import { endpoints, monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { readLastChecks } from '../last-checks.ts';
import { monitorEntry } from './monitor-entry.ts';

const endpointFields = endpoints.pick(...fieldNames(ENDPOINT_FIELDS), 'pingUrlVersion');

/** The caller's monitor. Throws ApiError not_found, also for another owner's. */
export async function readOwnMonitor(run: Run, caller: Caller, id: string): Promise<Monitor> {
  const monitor = monitors.read(await monitors.ref(run.db, id).get());
  if (!monitor || monitor.ownerId !== caller.accountId) throw new ApiError('not_found');
  return monitor;
}

/** The answer for the caller's monitor with its endpoints. Throws ApiError not_found. */
export async function readMonitorDetail(run: Run, caller: Caller, id: string): Promise<MonitorDetail> {
  const monitor = await readOwnMonitor(run, caller, id);
  const own = endpoints.collection(run.db).where('ownerId', '==', caller.accountId).where('monitorId', '==', id);
  const [user, lastChecks, documents] = await Promise.all([
    readUser(run, caller),
    readLastChecks(run, caller.accountId),
    endpointFields.find(own),
  ]);
  const fields = new Map(documents.map((each) => [each.id, each]));
  const entry = monitorEntry({ id, monitor, lastChecks, intervalMin: user.monitorInterval, nowMs: run.nowMs });
  const versionOf = (endpointId: string) => fields.get(endpointId)?.pingUrlVersion ?? 0;
  const versions = entry.endpoints.map((each) => ({ ...each, pingUrlVersion: versionOf(each.id) }));
  const urlsOf = await pingUrlsOf(run, caller, versions);
  return {
    ...entry,
    ...answeredValues(MONITOR_FIELDS, 'detail', monitor),
    endpoints: entry.endpoints.map((each) => ({
      ...each,
      ...answeredValues(ENDPOINT_FIELDS, 'detail', fields.get(each.id) ?? defaultsOf(ENDPOINT_FIELDS)),
      ...urlsOf(each.id),
    })),
  };
}

/** Limits the reads of one request; an account's endpoint limit allows far fewer. */
const MAX_READ = 1000;

/** The caller's monitors, unordered. */
export async function readOwnMonitors(run: Run, caller: Caller): Promise<{ id: string; monitor: Monitor }[]> {
  const { docs } = await monitors.collection(run.db).where('ownerId', '==', caller.accountId).limit(MAX_READ).get();
  return docs.flatMap((doc) => {
    const monitor = monitors.readIfValid(doc);
    return monitor ? [{ id: doc.id, monitor }] : [];
  });
}
