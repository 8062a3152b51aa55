import type { DocumentOf } from '@farwatch/core/documents/collections';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { isJob } from '../site-checks.ts';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';
import { documentsOf, type Finding } from './observations.ts';
import { isPausedNow } from './paused.ts';

type Endpoint = DocumentOf<'endpoints'>;

/**
 * Checks that the documents are true after a calm period: each location's vote is what it sees, the status is what most
 * see, an incident is open if some location fails, the right endpoints are paused, owners know of coverage gaps, and
 * nothing waits.
 */
export function checkAtRest(world: World): Finding[] {
  const assignments = documentsOf(world, 'assignments');
  const working = new Set<string>(world.hosts.flatMap(({ isWorking, location }) => (isWorking ? location : [])));
  const findings = [...documentsOf(world, 'endpoints')].flatMap(([id, endpoint]) => {
    const isPaused = isPausedNow(world, endpoint);
    if (isPaused || endpoint.status === 'paused') return checkPause(id, endpoint, isPaused);
    if (isJob(siteOf(endpoint.url))) return checkHeartbeat(id, endpoint);
    return [
      ...checkVotes(world, id, endpoint, { assignments, working }),
      ...checkStatus(world, id, endpoint, working),
      ...checkCoverageGap(world, id, endpoint),
    ];
  });
  return [...findings, ...checkWaiting(world), ...checkErrors(world)];
}

/** A paused endpoint has no vote and no open incident, and nothing stays paused after its time. */
function checkPause(id: string, { url, status, votes, openIncidentId }: Endpoint, isPaused: boolean): Finding[] {
  const wrong = (what: string) => [{ rule: 'a pause is true', what: `${id} (${url}) ${what}` }];
  if (!isPaused) return wrong('is still paused');
  if (status !== 'paused') return wrong(`is ${status} while paused`);
  if (Object.keys(votes).length > 0) return wrong('has votes while paused');
  return openIncidentId === null ? [] : wrong('has an open incident while paused');
}

/** Only the server votes on a heartbeat, and an incident is open while it is down. */
function checkHeartbeat(id: string, { url, status, votes, openIncidentId }: Endpoint): Finding[] {
  const voters = Object.keys(votes).join();
  const isRight =
    voters === (status === 'pending' ? '' : 'server') && (openIncidentId !== null) === (status === 'down');
  const what = `${id} (${url}) is ${status} by ${voters || 'no location'}, incident ${openIncidentId}`;
  return isRight ? [] : [{ rule: 'the server votes on heartbeats', what }];
}

type Locations = { assignments: Map<string, DocumentOf<'assignments'>>; working: ReadonlySet<string> };

function checkVotes(world: World, id: string, endpoint: Endpoint, { assignments, working }: Locations): Finding[] {
  const { url, locations, votes, ownerId } = endpoint;
  return locations.flatMap((location) => {
    const wrong = (what: string) => [{ rule: 'a vote counts and is true', what: `${id} (${url}): ${location}${what}` }];
    const assignment = assignments.get(`${location}_${ownerId}`);
    const vote = votes[location];
    if (!working.has(location)) return assignment?.live ? wrong(' has no agent, and its votes count') : [];
    if (!assignment?.agentId || !assignment.live) return wrong(' has no live agent');
    if (!vote) return wrong(' has no vote');
    if (vote.withdrawn !== undefined) return wrong("'s vote is withdrawn");
    if (vote.generation !== assignment.generation)
      return wrong(`'s vote is of ${vote.generation}, not ${assignment.generation}`);
    const fails = world.sites.outageAt(siteOf(url), location, world.timeline.nowMs) !== undefined;
    return vote.up === fails ? wrong(` votes ${vote.up ? 'up' : 'down'}`) : [];
  });
}

/** Without agents a status may stay what it was, but a failure never shows as up. */
function checkStatus(world: World, id: string, endpoint: Endpoint, working: ReadonlySet<string>): Finding[] {
  const { url, locations, status, votes, openIncidentId } = endpoint;
  const seen = locations.filter((location) => working.has(location));
  const failing = seen.filter((location) => world.sites.outageAt(siteOf(url), location, world.timeline.nowMs));
  const isComplete = seen.length === locations.length;
  const isDown = failing.length * 2 > seen.length;
  const allowed = seen.length === 0 ? ['unknown'] : isDown ? ['down'] : ['up'];
  // No location has checked a new URL yet.
  if (seen.length === 0 && Object.keys(votes).length === 0) allowed.push('pending');
  // The last verdicts of lost locations keep an outage: down while another location sees it, otherwise unknown.
  const lostDown = locations.filter((location) => !working.has(location) && votes[location]?.up === false).length;
  if (!isDown && (failing.length + lostDown) * 2 > seen.length + lostDown)
    allowed.push(failing.length > 0 ? 'down' : 'unknown');
  if (!isComplete && isDown) allowed.push('unknown', ...(failing.length < seen.length ? ['up'] : []));
  const findings: Finding[] = [];
  if (!allowed.includes(status)) {
    const what = `${id} (${url}) is ${status}, but ${failing.join() || 'nothing'} of ${seen.join()} fails`;
    findings.push({ rule: 'a status is true', what });
  }
  const isOpen = openIncidentId !== null;
  if (isOpen !== failing.length > 0 && (isComplete || failing.length > 0)) {
    const what = `${id} (${url}): ${openIncidentId} while ${failing.join() || 'no location'} fails`;
    findings.push({ rule: 'an incident is open while something fails', what });
  }
  return findings;
}

/** Owners are notified of a coverage gap within ten minutes and a sweep. */
function checkCoverageGap(world: World, id: string, { status, since, coverageGap, ownerId }: Endpoint): Finding[] {
  if (status !== 'unknown' || world.timeline.nowMs - since < 13 * MINUTE_MS) return [];
  const owner = world.scenario.owners.find(({ uid }) => uid === ownerId);
  // Another channel may admit what the account's filter does not.
  if (owner?.severity === 'critical' && world.scenario.channels.some((each) => each.severity !== null)) return [];
  const expected = owner?.severity === 'critical' ? 'unnotified' : 'notified';
  if (coverageGap === expected) return [];
  return [{ rule: 'owners are notified of coverage gaps', what: `${id} is unknown, and ${coverageGap}` }];
}

function checkWaiting(world: World): Finding[] {
  const dueMs = world.timeline.nowMs - 3 * MINUTE_MS;
  const findings: Finding[] = [];
  for (const [id, { dueAt, failure }] of documentsOf(world, 'outboxes')) {
    if (dueAt !== null && dueAt < dueMs) findings.push({ rule: 'no message waits', what: `${id}: ${failure?.reason}` });
  }
  for (const [id, { state, reason }] of documentsOf(world, 'messages')) {
    if (state === 'failed') findings.push({ rule: 'no message fails', what: `${id}: ${reason}` });
  }
  for (const [id, { state, parked, createdAt }] of documentsOf(world, 'verdictChanges')) {
    if (state !== 'applied' && createdAt < dueMs)
      findings.push({ rule: 'each verdict change is applied', what: `${id}: ${JSON.stringify(parked)}` });
  }
  return findings;
}

function checkErrors(world: World): Finding[] {
  const stopped = world.hosts.flatMap(({ exitReason, agentId }) =>
    exitReason !== null ? [{ rule: 'no agent stops', what: `${agentId}: ${exitReason}` }] : [],
  );
  return [...stopped, ...[...world.server.errors].map((what) => ({ rule: 'no function fails', what }))];
}
