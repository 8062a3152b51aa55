import { type ChecksQuery, endpointCalls, type PhasesAnswer } from '@farwatch/core/contracts/api/endpoints';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { endpointHours, type LocatedCheck } from '@farwatch/core/decisions/checks/endpoint-hours';
import { changesOf } from '@farwatch/core/decisions/history/event-order';
import { endpointAvailability } from '@farwatch/core/decisions/status/availability';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import type { CheckMetrics } from '@farwatch/core/values/hour-stat';
import { RETENTION } from '@farwatch/core/values/limits';
import type { CheckPhases } from '@farwatch/core/values/phases';
import { DAY_MS, displayedLengthMs, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { addDays, timeZoneInputSchema, wallClock } from '@farwatch/core/values/zone';
import { type Checked, readSince } from '../../../domain/checks/read-running.ts';
import { monitors, statusEvents } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { rounded } from '../monitors/monitor-entry.ts';
import { readChecks, readDayOfChecks } from './day-of-checks.ts';
import { readOwnEndpoint } from './read-own-endpoint.ts';

export const getHistory = route(endpointCalls.history, {
  run: async (run, caller, { params, query }) => {
    const endpoint = await readOwnEndpoint(run, caller, params.id);
    const checks = await readDayOfChecks(run, { id: params.id, ...endpoint }, query);
    return endpointHours(checks, run.nowMs).map(({ hourAt, locations, ...stats }) => ({
      date: isoOf(hourAt),
      ...statsEntry(stats),
      locations: locations.map(({ location, ...each }) => ({ location, ...statsEntry(each) })),
    }));
  },
});

function statsEntry({ count, failures, medianMs, successMs, failureMs }: CheckMetrics) {
  return {
    count,
    failures,
    medianMs: medianMs,
    successAverageMs: whole(successMs),
    failureAverageMs: whole(failureMs),
  };
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

/** How far back `since` may go: one or two documents for each agent. */
const NEWEST_MS = 10 * MINUTE_MS;
/** How many days ago `day` may be. */
const CHECKS_DAYS = RETENTION.windowMs / DAY_MS;

export const getChecks = route(endpointCalls.checks, {
  run: async (run, caller, { params, query }) => {
    const endpoint = { id: params.id, ...(await readOwnEndpoint(run, caller, params.id)) };
    const checks = await readRequestedChecks(run, endpoint, query);
    const data = checks
      .toSorted((a, b) => b.at - a.at)
      .map(({ at, ms, statusCode, error, location, phases }) => ({
        checkTime: isoOf(at),
        success: error === null,
        responseTime: ms,
        statusCode: statusCode,
        error,
        errorMessage: errorMessage(error, statusCode),
        location,
        phases: phases ? phasesEntry(phases) : null,
      }));
    return { data };
  },
});

async function readRequestedChecks(run: Run, endpoint: Checked, query: ChecksQuery): Promise<LocatedCheck[]> {
  const { day, since, userTimezone } = query;
  if (day !== undefined) return readChecks(run, endpoint, dayRange(run, day, userTimezone || 'UTC'));
  if (since === undefined) return readDayOfChecks(run, endpoint, query);
  return readSince(run, endpoint, Math.max(Date.parse(since), run.nowMs - NEWEST_MS));
}

/** A day in a zone. Throws ApiError invalid for another zone than IANA's, or a day too long ago or in the future. */
function dayRange(run: Run, day: string, zone: string): Range {
  const { data: timeZone, error } = timeZoneInputSchema.safeParse(zone);
  if (timeZone === undefined) throw fieldError('userTimezone', error.issues[0]?.message ?? 'not a time zone');
  const clock = wallClock(timeZone);
  const today = clock.at(run.nowMs).date;
  if (day > today) throw fieldError('day', 'is in the future');
  if (day < addDays(today, -CHECKS_DAYS)) throw fieldError('day', `is more than ${CHECKS_DAYS} days ago`);
  return { fromMs: clock.dayStart(day), toMs: clock.dayStart(addDays(day, 1)) };
}

function phasesEntry([dnsMs, connectMs, tlsMs, firstByteMs, bodyMs]: CheckPhases): PhasesAnswer {
  return { dnsMs, connectMs, tlsMs, firstByteMs, bodyMs };
}

const maintenanceField = monitors.pick('maintenance');

export const getEndpointAvailability = route(endpointCalls.availability, {
  run: async (run, caller, { params }) => {
    const endpoint = await readOwnEndpoint(run, caller, params.id);
    const [monitor] = await maintenanceField.getAll(run.db, monitors.ref(run.db, endpoint.monitorId));
    const history = endpointHistory(endpoint, endpoint.transitions, monitor?.maintenance ?? []);
    const { uptimePercent, downMs, coverage } = endpointAvailability(history, run.nowMs);
    return { metrics: { availabilityPercentage: rounded(uptimePercent), totalDowntimeMs: downMs, coverage } };
  },
});

export const getStatusHistory = route(endpointCalls.statusHistory, {
  run: async (run, caller, { params, query }) => {
    await readOwnEndpoint(run, caller, params.id);
    const newest = statusEvents.collection(run.db, params.id).orderBy('changedAt', 'desc').limit(query.limit);
    const { docs } = await newest.get();
    const changes = changesOf(docs.flatMap((doc) => statusEvents.readIfValid(doc) ?? []));
    const shown = changes.toSorted((a, b) => b.changedAt - a.changedAt).slice(0, query.limit);
    const data = shown.map(({ changedAt, previous, next, slow = false, previousDurationMs }) => ({
      changedAt: isoOf(changedAt),
      previousStatus: previous,
      newStatus: next,
      slow,
      durationSeconds: displayedLengthMs(changedAt - previousDurationMs, changedAt) / SECOND_MS,
    }));
    return { data };
  },
});
