import type { MonitorDetail } from '@farwatch/core/api/monitor-answer';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { endpoints, monitors } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { readLastChecks } from '../last-checks.ts';
import { readUser } from '../users/ensure-user.ts';
import { monitorEntry } from './monitor-entry.ts';

const descriptionField = endpoints.pick('description');

/** The caller's monitor. Throws ApiError not_found, also for another owner's. */
export async function ownMonitor(run: Run, caller: Caller, id: string): Promise<Monitor> {
  const monitor = monitors.read(await monitors.ref(run.db, id).get());
  if (!monitor || monitor.ownerId !== caller.uid) throw new ApiError('not_found');
  return monitor;
}

/** The caller's monitor with its endpoints, as the API answers it. Throws ApiError not_found. */
export async function monitorDetail(run: Run, caller: Caller, id: string): Promise<MonitorDetail> {
  const monitor = await ownMonitor(run, caller, id);
  const [user, lastChecks, descriptions] = await Promise.all([
    readUser(run, caller),
    readLastChecks(run, caller.uid),
    readDescriptions(run, caller, id),
  ]);
  const entry = monitorEntry({ id, monitor, lastChecks, intervalMin: user.monitorInterval, nowMs: run.nowMs });
  const described = entry.endpoints.map((each) => ({ ...each, description: descriptions.get(each.id) ?? '' }));
  return { ...entry, endpoints: described };
}

async function readDescriptions(run: Run, caller: Caller, monitorId: string): Promise<Map<string, string>> {
  const own = endpoints.collection(run.db).where('ownerId', '==', caller.uid).where('monitorId', '==', monitorId);
  return new Map((await descriptionField.find(own)).map(({ id, description }) => [id, description]));
}
