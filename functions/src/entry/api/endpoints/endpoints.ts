import { domainCalls } from '@farwatch/core/contracts/api/domains';
import { type EndpointDetail, endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { editedName, endpointName } from '@farwatch/core/decisions/monitors/endpoint-name';
import { monitorVersion } from '@farwatch/core/decisions/monitors/monitor-content';
import { endpointAvailability } from '@farwatch/core/decisions/status/availability';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { answeredValues, mapFields, pickFields } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, type EndpointFields } from '@farwatch/core/values/monitor-fields/table';
import type { Pause } from '@farwatch/core/values/pause';
import { toAnsweredStatus } from '@farwatch/core/values/status';
import { pingUrlsOf } from '../../../domain/heartbeats/ping-urls.ts';
import { replacePingUrl } from '../../../domain/heartbeats/replace-ping-url.ts';
import { refuseBadAssertions } from '../../../domain/monitors/check-assertions.ts';
import { editMonitor } from '../../../domain/monitors/edit-monitor.ts';
import { moveEndpoints } from '../../../domain/monitors/move-endpoints.ts';
import { domains, endpoints, monitors } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { readLastChecks } from '../last-checks.ts';
import { flappingAnswer, rounded, slowAnswer } from '../monitors/monitor-entry.ts';
import { readMonitorDetail } from '../monitors/read-monitor.ts';
import { requestedPause } from '../monitors/requested-pause.ts';
import { requestTest } from '../request-test.ts';
import { readOwnEndpoint } from './read-own-endpoint.ts';

export const listEndpoints = route(endpointCalls.list, {
  run: async (run, caller, { params }) => (await readMonitorDetail(run, caller, params.id)).endpoints,
});

export const getEndpoint = route(endpointCalls.read, {
  run: (run, caller, { params }) => readEndpointDetail(run, caller, params.id),
});

export const getEndpointDomain = route(domainCalls.domain, {
  run: async (run, caller, { params: { id } }) => {
    const domain = domains.read(await domains.ref(run.db, id).get());
    if (domain?.ownerId !== caller.accountId) throw new ApiError('not_found');
    const { name, problem, statusCode, registration, answeredAt, askedAt, askAt } = domain;
    return {
      name,
      problem,
      statusCode,
      registration: registration && { ...registration, expiresAt: isoOf(registration.expiresAt) },
      answeredAt: isoOf(answeredAt),
      askedAt: isoOf(askedAt),
      askAt: isoOf(askAt),
    };
  },
});

export const addEndpoint = route(endpointCalls.add, {
  run: async (run, caller, { params, body }) => {
    await refuseBadAssertions(run, caller, [body], () => 'check');
    // The id is made once: a retry after a lost answer finds what the first attempt created.
    const id = endpoints.collection(run.db).doc().id;
    const add = editEndpoints(run, caller, params.id, (desired) => {
      checkUrlIsFree(desired, id, body.url);
      const name = desired.get(id)?.name ?? endpointName(body, desired.size);
      desired.set(id, { ...pickFields(ENDPOINT_FIELDS, body), name });
    });
    await withOwnPaths(add);
    return readEndpointDetail(run, caller, id);
  },
  repeat: (run, caller, id) => readEndpointDetail(run, caller, id),
});

export const changeEndpoint = route(endpointCalls.change, {
  run: async (run, caller, { params: { id }, body }) => {
    await refuseBadAssertions(run, caller, [body], () => 'check');
    const { monitorId } = await readOwnEndpoint(run, caller, id);
    const change = editEndpoints(run, caller, monitorId, (desired) => {
      const before = desired.get(id);
      if (!before) throw new ApiError('not_found');
      const after = mapFields(ENDPOINT_FIELDS, (field) => (body[field] === undefined ? before : body)[field]);
      checkUrlIsFree(desired, id, after.url);
      desired.set(id, { ...after, name: editedName(before, after, 0) });
    });
    await withOwnPaths(change);
    return readEndpointDetail(run, caller, id);
  },
});

export const pauseEndpoint = route(endpointCalls.pause, {
  run: async (run, caller, { params: { id }, body }) => {
    const { monitorId } = await readOwnEndpoint(run, caller, id);
    await editPauses(run, caller, monitorId, [id], requestedPause(run, body));
    return readEndpointDetail(run, caller, id);
  },
});

export const pauseEndpoints = route(endpointCalls.pauseSeveral, {
  run: async (run, caller, { params, body }) => {
    await editPauses(run, caller, params.id, body.endpointIds, requestedPause(run, body));
    return DONE;
  },
});

/** Pauses or resumes endpoints of a monitor in one commit. Throws ApiError not_found if one is not the monitor's. */
async function editPauses(run: Run, caller: Caller, monitorId: string, ids: string[], pause: Pause): Promise<void> {
  await editEndpoints(run, caller, monitorId, (desired) => {
    for (const id of ids) {
      const before = desired.get(id);
      if (!before) throw new ApiError('not_found');
      desired.set(id, { ...before, ...pause });
    }
  });
}

export const replaceEndpointPingUrl = route(endpointCalls.replacePingUrl, {
  run: async (run, caller, { params: { id }, body }) => {
    await replacePingUrl(run, caller.accountId, id, body.pingUrl);
    return readEndpointDetail(run, caller, id);
  },
});

export const deleteEndpoint = route(endpointCalls.remove, {
  run: async (run, caller, { params }) => {
    const { monitorId } = await readOwnEndpoint(run, caller, params.id);
    await removeEndpoints(run, caller, monitorId, [params.id]);
    return DONE;
  },
});

/** A POST, since some proxies drop the body of a DELETE. */
export const deleteEndpoints = route(endpointCalls.removeSeveral, {
  run: async (run, caller, { params, body }) => {
    await removeEndpoints(run, caller, params.id, body.endpointIds);
    return { ...DONE, deleted: body.endpointIds };
  },
});

export const moveEndpointsTo = route(endpointCalls.moveSeveral, {
  run: async (run, caller, { params, body: { endpointIds, targetId } }) => {
    await moveEndpoints(run, caller.accountId, { from: params.id, to: targetId, endpointIds });
    return DONE;
  },
});

/**
 * Deletes endpoints of a monitor in one commit. Throws ApiError not_found, and deletes none, if one is not the
 * monitor's.
 */
async function removeEndpoints(run: Run, caller: Caller, monitorId: string, ids: string[]): Promise<void> {
  let haveExisted = false;
  await editEndpoints(run, caller, monitorId, (desired) => {
    // If one is gone on a retry, the first attempt was committed and only its answer was lost.
    if (!haveExisted && ids.some((id) => !desired.has(id))) throw new ApiError('not_found');
    haveExisted = true;
    for (const id of ids) desired.delete(id);
  });
}

/** Changes the desired endpoints of a monitor, by id. Called again if the edit has to start over. */
type EndpointsEdit = (desired: Map<string, EndpointFields>) => void;

/** Fields of a monitor's endpoint, in a call about that endpoint only. */
const IN_MONITOR = /^endpoints\.\d+\./;

/** Runs an edit of one endpoint; errors name its fields as the call does, not as those of its monitor. */
async function withOwnPaths(edit: Promise<void>): Promise<void> {
  return edit.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !Array.isArray(error.more.details)) throw error;
    const details = error.more.details.map(({ path, message }) => ({ path: path.replace(IN_MONITOR, ''), message }));
    throw new ApiError(error.code, { ...error.more, details });
  });
}

/** Edits only a monitor's endpoints. Throws as `editMonitor` does. */
async function editEndpoints(run: Run, caller: Caller, monitorId: string, edit: EndpointsEdit): Promise<void> {
  await editMonitor(run, { ownerId: caller.accountId, monitorId }, (present) => {
    if (!present) throw new ApiError('not_found');
    const { version: _, ...current } = monitorVersion(present.monitor, present.endpoints);
    const desired = new Map(current.endpoints.map(({ id, ...fields }) => [id, fields]));
    edit(desired);
    return { ...current, endpoints: [...desired].map(([id, fields]) => ({ id, ...fields })) };
  });
}

/** Throws ApiError invalid if another endpoint of the monitor has this URL. */
function checkUrlIsFree(desired: ReadonlyMap<string, EndpointFields>, id: string, url: string): void {
  const isTaken = [...desired].some(([otherId, other]) => otherId !== id && other.url === url);
  if (isTaken) throw fieldError('url', 'the same URL appears twice');
}

/** The answer for the caller's endpoint, from at most eight documents. Throws ApiError not_found. */
async function readEndpointDetail(run: Run, caller: Caller, id: string): Promise<EndpointDetail> {
  const endpoint = await readOwnEndpoint(run, caller, id);
  const { status, since, monitorId, locations } = endpoint;
  const [monitorDoc, lastChecks, urlsOf] = await Promise.all([
    monitors.ref(run.db, monitorId).get(),
    readLastChecks(run, caller.accountId),
    pingUrlsOf(run, caller, [{ id, url: endpoint.url, pingUrlVersion: endpoint.pingUrlVersion }]),
  ]);
  const monitor = monitors.read(monitorDoc);
  const group = monitor?.name ?? '';
  const history = endpointHistory(endpoint, endpoint.transitions, monitor?.maintenance ?? []);
  return {
    id,
    ...answeredValues(ENDPOINT_FIELDS, 'list', endpoint),
    ...answeredValues(ENDPOINT_FIELDS, 'detail', endpoint),
    ...urlsOf(id),
    group,
    groupName: group,
    monitorId,
    locations,
    currentStatus: toAnsweredStatus(status),
    isPaused: status === 'paused',
    flapping: monitor && flappingAnswer(monitor, id),
    slow: slowAnswer(endpoint),
    statusSince: isoOf(since),
    lastCheckAt: isoOf(lastChecks.get(id)?.at ?? null),
    availability: rounded(endpointAvailability(history, run.nowMs).uptimePercent),
  };
}

export const testEndpoint = route(endpointCalls.test, {
  run: async (run, caller, { params }) => {
    const { locations, ...endpoint } = await readOwnEndpoint(run, caller, params.id);
    return requestTest(run, caller, { locations, endpoints: { [params.id]: endpoint } });
  },
});
