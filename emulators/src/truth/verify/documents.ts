import { isDeepStrictEqual } from 'node:util';
import { fromAssignedUrl } from '@farwatch/core/values/assigned-url';
import { isJob } from '../site-checks.ts';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';
import { documentsOf, type Finding } from './observations.ts';

/** Documents agree with each other while nothing is in progress. */
export function checkDocuments(world: World): Finding[] {
  return [...checkMonitors(world), ...checkIncidents(world), ...checkCounts(world), ...checkAssignments(world)];
}

function checkMonitors(world: World): Finding[] {
  const endpoints = documentsOf(world, 'endpoints');
  const findings: Finding[] = [];
  const add = (what: string) => findings.push({ rule: 'a monitor and its endpoints agree', what });
  const seen = new Set<string>();
  for (const [monitorId, monitor] of documentsOf(world, 'monitors')) {
    for (const [id, { status, since, votes, url }] of Object.entries(monitor.endpoints)) {
      seen.add(id);
      const endpoint = endpoints.get(id);
      if (!endpoint) add(`${id} of ${monitorId} does not exist`);
      else if (endpoint.status !== status || endpoint.since !== since || endpoint.url !== url)
        add(`${id}: ${endpoint.status} since ${endpoint.since}, in the monitor ${status} since ${since}`);
      else if (!isDeepStrictEqual(endpoint.votes, votes)) add(`${id}: votes differ`);
    }
  }
  for (const id of endpoints.keys()) if (!seen.has(id)) add(`${id} has no monitor`);
  return findings;
}

function checkIncidents(world: World): Finding[] {
  const endpoints = documentsOf(world, 'endpoints');
  const findings: Finding[] = [];
  for (const [id, { endpointId, status, type }] of documentsOf(world, 'incidents')) {
    const isOpen = status === 'active' && type === 'downtime';
    if (isOpen && endpoints.get(endpointId)?.openIncidentId !== id)
      findings.push({
        rule: 'one open incident an endpoint',
        what: `${id} is open, but not the incident of ${endpointId}`,
      });
  }
  return findings;
}

function checkCounts(world: World): Finding[] {
  const endpoints = [...documentsOf(world, 'endpoints').values()];
  const assignments = [...documentsOf(world, 'assignments').values()];
  const findings: Finding[] = [];
  for (const [id, { endpointCount }] of documentsOf(world, 'users')) {
    const count = endpoints.filter(({ ownerId }) => ownerId === id).length;
    if (count !== endpointCount)
      findings.push({ rule: 'counts are right', what: `${id} has ${count}, not ${endpointCount}` });
  }
  for (const [id, { endpointCount }] of documentsOf(world, 'agents')) {
    const own = assignments.filter(({ agentId }) => agentId === id);
    const count = own.reduce((sum, each) => sum + each.count, 0);
    if (count !== endpointCount)
      findings.push({ rule: 'counts are right', what: `agent ${id} has ${count}, not ${endpointCount}` });
  }
  return findings;
}

function checkAssignments(world: World): Finding[] {
  const assignments = documentsOf(world, 'assignments');
  const endpoints = documentsOf(world, 'endpoints');
  const findings: Finding[] = [];
  const add = (what: string) => findings.push({ rule: 'assignments match monitors', what });
  for (const [id, { location, ownerId, count, endpoints: assigned }] of assignments) {
    if (Object.keys(assigned).length !== count) add(`${id} counts ${count}`);
    for (const [endpointId, { url }] of Object.entries(assigned)) {
      const endpoint = endpoints.get(endpointId);
      const isWatched =
        endpoint?.url === fromAssignedUrl(url) && endpoint.ownerId === ownerId && endpoint.locations.includes(location);
      if (!isWatched || endpoint.status === 'paused') add(`${id} has ${endpointId}`);
    }
  }
  for (const [id, { ownerId, locations, status, url }] of endpoints) {
    const isAssigned = status !== 'paused' && !isJob(siteOf(url));
    for (const location of isAssigned ? locations : []) {
      if (!assignments.get(`${location}_${ownerId}`)?.endpoints[id]) add(`${location}_${ownerId} lacks ${id}`);
    }
  }
  return findings;
}
