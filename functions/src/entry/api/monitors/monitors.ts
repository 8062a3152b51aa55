import { createHash } from 'node:crypto';
import type { MonitorEntry } from '@farwatch/core/contracts/api/monitor-answer';
import {
  type MonitorContent,
  type MonitorInput,
  type MonitorsQuery,
  monitorCalls,
} from '@farwatch/core/contracts/api/monitors';
import { DONE } from '@farwatch/core/contracts/api/parts';
import { resolveSecrets } from '@farwatch/core/decisions/monitors/check-secrets';
import { hasContent, monitorVersion, requestedContent } from '@farwatch/core/decisions/monitors/monitor-content';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { compareNames } from '@farwatch/core/values/compare-names';
import { changeTags, TAGS_PER_MONITOR } from '@farwatch/core/values/tags';
import { refuseBadAssertions } from '../../../domain/monitors/check-assertions.ts';
import { type CurrentMonitor, editMonitor } from '../../../domain/monitors/edit-monitor.ts';
import { firstUser, readUser } from '../../../domain/users/ensure-user.ts';
import { endpoints, monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { POLLED_MS } from '../../../platform/http/answer-cache.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { readLastChecks } from '../last-checks.ts';
import { requestTest } from '../request-test.ts';
import { monitorEntry } from './monitor-entry.ts';
import { readMonitorDetail, readOwnMonitor, readOwnMonitors } from './read-monitor.ts';
import { requestedPause } from './requested-pause.ts';

export const listMonitors = route(monitorCalls.list, {
  run: async (run, caller, { query }) => {
    const [user, own, lastChecks] = await Promise.all([
      readUser(run, caller),
      readOwnMonitors(run, caller),
      readLastChecks(run, caller.accountId),
    ]);
    const shared = { lastChecks, intervalMin: user.monitorInterval, nowMs: run.nowMs };
    const entries = own.map(({ id, monitor }) => monitorEntry({ id, monitor, ...shared }));
    return selectEntries(
      entries.sort((a, b) => compareNames(a.name, b.name)),
      query,
    );
  },
});

function selectEntries(
  all: readonly MonitorEntry[],
  { status, tag, search, limit, cursor }: MonitorsQuery,
): MonitorEntry[] {
  const words = search?.trim().toLowerCase() ?? '';
  const found = all.filter(
    (entry) =>
      (status === undefined || entry.status === status) &&
      (tag === undefined || entry.tags.includes(tag)) &&
      (words === '' || textsOf(entry).some((text) => text.toLowerCase().includes(words))),
  );
  const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
  return found.slice(start, limit === undefined ? undefined : start + limit);
}

function textsOf({ name, tags, endpoints: own }: MonitorEntry): string[] {
  return [name, ...tags, ...own.flatMap((each) => [each.name, each.url])];
}

export const getMonitor = route(monitorCalls.read, {
  run: (run, caller, { params }) => readMonitorDetail(run, caller, params.id),
});

export const createMonitor = route(monitorCalls.create, {
  run: async (run, caller, { body: { idempotencyKey, ...input } }) => {
    await refuseBadAssertions(run, caller, input.endpoints);
    const id =
      idempotencyKey === undefined ? monitors.collection(run.db).doc().id : idOfKey(caller.accountId, idempotencyKey);
    // The monitor may exist already: an earlier attempt or call may have lost its answer.
    const monitor = { ownerId: caller.accountId, monitorId: id, newOwner: () => firstUser(caller, run.nowMs) };
    await editMonitor(run, monitor, (current) =>
      current ? replacement(run, input, current) : requested(run, input, null),
    );
    return readMonitorDetail(run, caller, id);
  },
  repeat: (run, caller, id) => readMonitorDetail(run, caller, id),
});

/** The id of the monitor that a caller creates under an idempotency key. */
function idOfKey(accountId: string, key: string): string {
  return createHash('sha256').update(`${accountId}/${key}`).digest('hex').slice(0, 32);
}

export const replaceMonitor = route(monitorCalls.replace, {
  run: async (run, caller, { params, body }) => {
    await refuseBadAssertions(run, caller, body.endpoints);
    await editMonitor(run, { ownerId: caller.accountId, monitorId: params.id }, (current) => {
      if (!current) throw new ApiError('not_found');
      return replacement(run, body, current);
    });
    return readMonitorDetail(run, caller, params.id);
  },
});

/**
 * The requested replacement of the current monitor. Throws ApiError edited_meanwhile, with the current one, if the
 * request has another version.
 */
function replacement(
  run: Run,
  input: MonitorInput & { version?: number | undefined },
  { monitor, endpoints, unmasked }: CurrentMonitor,
): MonitorContent {
  const desired = requested(run, input, monitor);
  const isLate = input.version !== undefined && input.version !== monitor.version;
  // An earlier attempt of this call may have stored it and lost its answer.
  if (isLate && !isStored(monitor, unmasked, desired)) {
    throw new ApiError('edited_meanwhile', { current: monitorVersion(monitor, endpoints) });
  }
  return desired;
}

/** Whether the monitor is stored as desired, with the same secrets. */
function isStored(monitor: Monitor, unmasked: CurrentMonitor['unmasked'], desired: MonitorContent): boolean {
  const resolved = resolveSecrets(desired, unmasked);
  return 'content' in resolved && hasContent(monitorVersion(monitor, unmasked), resolved.content);
}

export const changeMonitor = route(monitorCalls.change, {
  run: async (run, caller, { params, body }) => {
    await editMonitor(run, { ownerId: caller.accountId, monitorId: params.id }, (current) => {
      if (!current) throw new ApiError('not_found');
      const { version: _, ...content } = monitorVersion(current.monitor, current.endpoints);
      const { intervalSec = content.intervalSec, locations = content.locations } = body;
      const tags = changeTags(content.tags, body.removeTags ?? [], body.addTags ?? []);
      refuseManyTags(tags);
      const changed = { ...content, intervalSec, locations, tags };
      return body.managed === null ? withoutFile(changed) : changed;
    });
    return readMonitorDetail(run, caller, params.id);
  },
});

/** A monitor that no file manages any more. */
function withoutFile(content: MonitorContent): MonitorContent {
  const endpoints = content.endpoints.map((each) => ({ ...each, managedKey: null }));
  return { ...content, managed: null, endpoints };
}

function refuseManyTags(tags: readonly string[]): void {
  if (tags.length <= TAGS_PER_MONITOR) return;
  const message = `more than ${TAGS_PER_MONITOR} tags`;
  throw fieldError('addTags', message);
}

export const deleteMonitor = route(monitorCalls.remove, {
  run: async (run, caller, { params }) => {
    let hasExisted = false;
    await editMonitor(run, { ownerId: caller.accountId, monitorId: params.id }, (present) => {
      // If it is gone on a retry, the first attempt was committed and only its answer was lost.
      if (!present && !hasExisted) throw new ApiError('not_found');
      hasExisted = true;
      return null;
    });
    return DONE;
  },
});

export const pauseMonitor = route(monitorCalls.pause, {
  run: async (run, caller, { params, body }) => {
    const pause = requestedPause(run, body);
    await editMonitor(run, { ownerId: caller.accountId, monitorId: params.id }, (current) => {
      if (!current) throw new ApiError('not_found');
      const { version: _, ...content } = monitorVersion(current.monitor, current.endpoints);
      return { ...content, ...pause };
    });
    return readMonitorDetail(run, caller, params.id);
  },
});

export const testMonitor = route(monitorCalls.test, {
  run: async (run, caller, { params }) => {
    const { locations, endpoints } = await readOwnMonitor(run, caller, params.id);
    return requestTest(run, caller, { locations, endpoints });
  },
});

export const getEndpointLimits = route(monitorCalls.limits, {
  cachedForMs: POLLED_MS,
  run: async (run, caller) => {
    const { endpointCount, maxEndpoints } = await readUser(run, caller);
    return { limits: { current: endpointCount, max: maxEndpoints } };
  },
});

/** The requested monitor; `current` is null for a new one. */
function requested(run: Run, input: MonitorInput, current: Monitor | null): MonitorContent {
  return requestedContent(current?.endpoints ?? {}, input, () => endpoints.collection(run.db).doc().id);
}
