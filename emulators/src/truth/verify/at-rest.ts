import type { World } from '../world.ts';
import { documentsOf, type Finding, type StoredAssignment, type StoredEndpoint, siteOf } from './observations.ts';

const MINUTE_MS = 60_000;

/**
 * After a calm the documents say what is true: each location's vote is what it sees, the status is what most see, an
 * incident is open where some location fails, who sees nothing was told, and nothing waits.
 */
export function checkAtRest(world: World): Finding[] {
  const assignments = documentsOf(world, 'assignments');
  const working = new Set(world.hosts.flatMap(({ works, location }) => (works ? location : [])));
  const findings = [...documentsOf(world, 'endpoints')].flatMap(([id, endpoint]) => [
    ...checkVotes(world, id, endpoint, { assignments, working }),
    ...checkStatus(world, id, endpoint, working),
    ...judgeCoverageGap(world, id, endpoint),
  ]);
  return [...findings, ...checkWaiting(world), ...checkErrors(world)];
}

type Watching = { assignments: Map<string, StoredAssignment>; working: ReadonlySet<string> };

function checkVotes(world: World, id: string, endpoint: StoredEndpoint, { assignments, working }: Watching): Finding[] {
  const { url, locations, votes, ownerId } = endpoint;
  return locations.flatMap((location) => {
    const rule = 'a vote counts and is true';
    const wrong = (what: string): Finding[] => [{ rule, what: `${id} (${url}): ${location}${what}` }];
    const assignment = assignments.get(`${location}_${ownerId}`);
    const vote = votes[location];
    if (!working.has(location)) return assignment?.live ? wrong(' has no agent, and its votes count') : [];
    if (!assignment?.agentId || !assignment.live) return wrong(' has no live agent');
    if (!vote) return wrong(' has no vote');
    if (vote.withdrawn !== undefined) return wrong("'s vote is withdrawn");
    if (vote.generation !== assignment.generation)
      return wrong(`'s vote is of ${vote.generation}, not ${assignment.generation}`);
    const fails = world.sites.outageAt(siteOf(url), location, world.timeline.nowMs) !== undefined;
    return vote.up === fails ? wrong(` says ${vote.up ? 'up' : 'down'}`) : [];
  });
}

/** What is not known, because agents are gone, may leave a status as it was, but never shows a failure as none. */
function checkStatus(
  world: World,
  id: string,
  { url, locations, status, votes, openIncidentId }: StoredEndpoint,
  working: ReadonlySet<string>,
): Finding[] {
  const rule = 'a status is true';
  const seen = locations.filter((location) => working.has(location));
  const failing = seen.filter((location) => world.sites.outageAt(siteOf(url), location, world.timeline.nowMs));
  const isWhole = seen.length === locations.length;
  const isDown = failing.length * 2 > seen.length;
  const admitted = seen.length === 0 ? ['unknown'] : isDown ? ['down'] : ['up'];
  // Of a new address nobody has said anything yet.
  if (seen.length === 0 && Object.keys(votes).length === 0) admitted.push('pending');
  // The last verdicts of locations that are gone keep an outage: down while another location sees it, else unknown.
  const goneDown = locations.filter((location) => !working.has(location) && votes[location]?.up === false).length;
  if (!isDown && (failing.length + goneDown) * 2 > seen.length + goneDown)
    admitted.push(failing.length > 0 ? 'down' : 'unknown');
  if (!isWhole && isDown) admitted.push('unknown', ...(failing.length < seen.length ? ['up'] : []));
  const findings: Finding[] = [];
  if (!admitted.includes(status))
    findings.push({
      rule,
      what: `${id} (${url}) is ${status} where ${failing.join() || 'nothing'} of ${seen.join()} fails`,
    });
  const isOpen = openIncidentId !== null;
  if (isOpen !== failing.length > 0 && (isWhole || failing.length > 0)) {
    const what = `${id} (${url}): ${openIncidentId} while ${failing.join() || 'no location'} fails`;
    findings.push({ rule: 'an incident is open while something fails', what });
  }
  return findings;
}

/** Owners are notified of a coverage gap within ten minutes and a sweep. */
function judgeCoverageGap(
  world: World,
  id: string,
  { status, since, coverageGap, ownerId }: StoredEndpoint,
): Finding[] {
  if (status !== 'unknown' || world.timeline.nowMs - since < 13 * MINUTE_MS) return [];
  const owner = world.scenario.owners.find(({ uid }) => uid === ownerId);
  const wanted = owner?.severity === 'critical' ? 'unnotified' : 'notified';
  return coverageGap === wanted
    ? []
    : [{ rule: 'owners are notified of coverage gaps', what: `${id} is unknown, and ${coverageGap}` }];
}

function checkWaiting(world: World): Finding[] {
  const { nowMs } = world.timeline;
  const findings: Finding[] = [];
  for (const [id, { state, nextAt, kind, lastError }] of documentsOf(world, 'alerts')) {
    const isDue = (nextAt ?? 0) < nowMs - 3 * MINUTE_MS;
    if ((state === 'waiting' || state === 'deferred') && isDue)
      findings.push({ rule: 'no alert waits', what: `${kind} ${id} is ${state}` });
    if (state === 'dead') findings.push({ rule: 'no alert dies', what: `${kind} ${id}: ${lastError}` });
  }
  for (const [id, { state, parked, createdAt }] of documentsOf(world, 'verdictChanges')) {
    if (state !== 'applied' && createdAt < nowMs - 3 * MINUTE_MS)
      findings.push({ rule: 'each verdictChange is applied', what: `${id}: ${JSON.stringify(parked)}` });
  }
  return findings;
}

function checkErrors(world: World): Finding[] {
  const stopped = world.hosts.flatMap(({ lastSentence, agentId }) =>
    lastSentence !== null ? [{ rule: 'no agent stops', what: `${agentId}: ${lastSentence}` }] : [],
  );
  return [...stopped, ...[...world.server.errors].map((what) => ({ rule: 'no function fails', what }))];
}
