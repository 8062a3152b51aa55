import { incidentCalls } from '../contracts/api/incidents.ts';
import type { MonitorEntry } from '../contracts/api/monitor-answer.ts';
import { monitorCalls } from '../contracts/api/monitors.ts';
import { type WholeIncident, wholeIncidentCalls } from '../contracts/api/whole-incident.ts';
import { readDependency } from '../values/dependency.ts';
import { excerptOf } from '../values/excerpt.ts';
import type { LocationCode } from '../values/locations.ts';
import { type CallApi, fromOutside, ToolProblem } from './tool.ts';

/**
 * Explains an incident, the newest active one without an id: what each location received, since when, what had changed
 * before, which monitors depend on the endpoint, and who knows. Reads the incident and all monitors.
 */
export async function explainIncident(call: CallApi, id: string | undefined): Promise<Record<string, unknown>> {
  const incidentId = id ?? (await newestActive(call));
  const [incident, monitors] = await Promise.all([
    call(wholeIncidentCalls.read, { params: { id: incidentId } }),
    call(monitorCalls.list, {}),
  ]);
  const { monitors: monitor, endpoints: endpoint, acknowledgement, snoozedUntil, details } = incident;
  return {
    id: incident.id,
    monitor,
    endpoint,
    type: incident.type,
    status: incident.status,
    severity: incident.severity,
    started: incident.triggeredAt,
    resolved: incident.resolvedAt,
    error: fromOutside(details.errorMessage ?? ''),
    locations: locationsOf(incident),
    outages: incident.outages,
    changedBefore: changesBefore(incident),
    dependents: dependentsOf(monitors, monitor.id, endpoint.id),
    whoKnows: {
      acknowledged: acknowledgement && { at: acknowledgement.at, by: fromOutside(acknowledgement.by.name) },
      snoozedUntil,
      messages: incident.messages.map(({ createdAt, channelName, channelType, state, reason }) => ({
        at: createdAt,
        channel: channelName,
        type: channelType,
        state,
        reason: fromOutside(reason ?? ''),
      })),
      notes: incident.actions.flatMap(({ note, by, createdAt }) =>
        note === '' ? [] : [{ at: createdAt, by: fromOutside(by.name), note: fromOutside(note) }],
      ),
    },
    // With names and notes of people.
    timeline: incident.updates.map(({ createdAt, message }) => ({ at: createdAt, what: fromOutside(message) })),
  };
}

async function newestActive(call: CallApi): Promise<string> {
  const { data } = await call(incidentCalls.list, { query: { timeRange: '30d', status: 'active', limit: 1 } });
  const [newest] = data;
  if (!newest)
    throw new ToolProblem('No incident is active. list_incidents shows those that are over, with their ids.');
  return newest.id;
}

/** What the failing locations received, and what the others did. */
function locationsOf({ failures, upStatuses, downLocations, evidence }: WholeIncident) {
  const failing = Object.entries(failures).map(([location, { at, statusCode, error, excerpt }]) => {
    const answered = evidence.find((each) => each.location === location)?.failed;
    return {
      location,
      isDownNow: downLocations.includes(location as LocationCode),
      at,
      statusCode,
      error,
      durationMs: answered?.ms ?? null,
      address: answered?.address ?? null,
      body: fromOutside(answered ? excerptOf(answered.body) : excerpt),
    };
  });
  const up = Object.entries(upStatuses).map(([location, statusCode]) => ({ location, isDownNow: false, statusCode }));
  return [...failing, ...up.filter(({ location }) => !failing.some((each) => each.location === location))];
}

/** How the failing checks differ from the last good ones of the same location. */
function changesBefore({ evidence }: WholeIncident) {
  return evidence.flatMap(({ location, failed, lastGood }) => {
    if (!lastGood) return [];
    const before = { location, lastGood: lastGood.at, durationMs: [lastGood.ms, failed.ms] };
    const address = differing(lastGood.address, failed.address);
    const statusCode = differing(lastGood.statusCode, failed.statusCode);
    return [{ ...before, ...(address && { address }), ...(statusCode && { statusCode }) }];
  });
}

function differing<Value>(before: Value | null, after: Value | null): [Value | null, Value | null] | null {
  return before === after ? null : [before, after];
}

function dependentsOf(monitors: readonly MonitorEntry[], monitorId: string, endpointId: string) {
  return monitors.flatMap(({ id, name, status, dependsOn }) => {
    const depends = dependsOn.some((each) => {
      const cause = readDependency(each);
      return cause.monitorId === monitorId && (cause.endpointId ?? endpointId) === endpointId;
    });
    return depends ? [{ id, name, status }] : [];
  });
}
