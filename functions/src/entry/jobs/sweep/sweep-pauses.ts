import { monitorVersion } from '@farwatch/core/decisions/monitors/monitor-content';
import { endPauses } from '@farwatch/core/decisions/monitors/pauses';
import type { Resume, Sweep } from '@farwatch/core/documents/sweep';
import { isSame } from '@farwatch/core/values/is-same';
import { isInNewPeriod, MINUTE_MS } from '@farwatch/core/values/time';
import type { Query } from 'firebase-admin/firestore';
import { editMonitor } from '../../../domain/monitors/edit-monitor.ts';
import { attemptEach } from '../../../platform/db/attempt-each.ts';
import { endpoints, monitors } from '../../../platform/db/collections.ts';
import { fail, findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';

/** Looking for ends of pauses each minute would cost 2,880 reads a day. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** Of monitors and of endpoints, the earliest first; later ones wait for the next look. */
const MOST = 500;
const AT_ONCE = 5;
const monitorFields = monitors.pick('ownerId', 'pausedUntilMs');
const endpointFields = endpoints.pick('ownerId', 'monitorId', 'pausedUntilMs');

/**
 * Returns the pauses that have ended, and those that end before the next look. Every ten minutes it looks for both;
 * sweeps in between know them from the state and read nothing, so a pause shorter than that may end at the next look.
 */
export async function readResumes(
  run: Run,
  { lastRunAt, resumes }: Sweep,
): Promise<{ due: Resume[]; resumes: Resume[] }> {
  const all = isInNewPeriod(lastRunAt, run.nowMs, LOOK_EVERY_MS) ? await findResumes(run) : resumes;
  return { due: all.filter(({ at }) => at <= run.nowMs), resumes: all.filter(({ at }) => at > run.nowMs) };
}

async function findResumes(run: Run): Promise<Resume[]> {
  const beforeMs = run.nowMs + LOOK_EVERY_MS;
  const ending = (all: Query) => all.where('pausedUntilMs', '<=', beforeMs).orderBy('pausedUntilMs');
  const [ownMonitors, ownEndpoints] = await Promise.all([
    findDue(run, ending(monitors.collection(run.db)), monitorFields, MOST),
    findDue(run, ending(endpoints.collection(run.db)), endpointFields, MOST),
  ]);
  const found = [
    ...ownMonitors.map((monitor) => ({ ...monitor, monitorId: monitor.id, endpointId: null })),
    ...ownEndpoints.map((endpoint) => ({ ...endpoint, endpointId: endpoint.id })),
  ];
  return found.map(({ ownerId, monitorId, endpointId, pausedUntilMs }) => ({
    ownerId,
    monitorId,
    endpointId,
    at: pausedUntilMs ?? 0,
  }));
}

/** Resumes what is due in these monitors. What fails is put off, and found again by a later look. */
export async function resumeDue(run: Run, due: readonly Resume[]): Promise<void> {
  const refOf = ({ monitorId, endpointId }: Resume) =>
    endpointId === null ? monitors.ref(run.db, monitorId) : endpoints.ref(run.db, endpointId);
  const resume = ([monitorId, [first, ...others]]: [string, Resume[]]) =>
    first
      ? resumeMonitor(run, monitorId, first.ownerId).catch((error) => fail(run, [first, ...others].map(refOf), error))
      : Promise.resolve();
  await attemptEach(
    Map.groupBy(due, ({ monitorId }) => monitorId),
    resume,
    { atOnce: AT_ONCE, what: 'monitors with pauses that have ended' },
  );
}

/** Every save of a monitor ends the pauses that are due, so this one changes nothing else. */
async function resumeMonitor(run: Run, monitorId: string, ownerId: string): Promise<void> {
  try {
    await editMonitor(run, { ownerId, monitorId }, (current) => {
      if (!current) throw new ApiError('not_found');
      const { version: _, ...content } = monitorVersion(current.monitor, current.endpoints);
      // Its owner has resumed it or moved the end since.
      if (isSame(endPauses(content, run.nowMs), content)) throw new ApiError('not_found');
      return content;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
