import { find } from '../firestore/query.ts';
import { isMap, Timestamp } from '../firestore/values.ts';
import type { World } from '../world.ts';

/** What is wrong in a world, by the rule that it breaks. */
export type Finding = { rule: string; what: string };

type Ms = number;
export type StoredVote = { up: boolean; since: Ms; generation: number; agentSeq: number; withdrawn?: string };
export type StoredEndpoint = {
  ownerId: string;
  monitorId: string;
  url: string;
  locations: string[];
  status: string;
  since: Ms;
  votes: Record<string, StoredVote>;
  transitions: { at: Ms; to: string }[];
  openIncidentId: string | null;
  coverageGap: string;
};
export type StoredAlert = {
  ownerId: string;
  endpointId: string | null;
  incidentId: string | null;
  outage: number | null;
  kind: string;
  severity: string;
  state: string;
  silencedBy: string | null;
  messageId: number | null;
  createdAt: Ms;
  finishedAt: Ms | null;
  nextAt: Ms | null;
  lastError: string | null;
  values: {
    url: string;
    endpoint: string;
    occurredAt: Ms;
    locations: string[];
    durationMs: Ms | null;
    stillFailing: string[];
  };
};
export type StoredIncident = {
  endpointId: string;
  monitorId: string;
  ownerId: string;
  kind: string;
  status: string;
  severity: string;
  downLocations: string[];
  triggeredAt: Ms;
  resolvedAt: Ms | null;
  updates: { event: string }[];
  outage: { number: number; startedAt: Ms; endedAt: Ms | null } | null;
};
export type StoredAssignment = {
  location: string;
  ownerId: string;
  agentId: string | null;
  generation: number;
  live: boolean;
  previousGeneration?: number | null;
  count: number;
  endpoints: Record<string, { url: string; monitorId: string; rev: number }>;
};
type Stored = {
  endpoints: StoredEndpoint;
  alerts: StoredAlert;
  incidents: StoredIncident;
  assignments: StoredAssignment;
  monitors: {
    ownerId: string;
    locations: string[];
    endpoints: Record<string, { url: string; status: string; since: Ms; votes: Record<string, StoredVote> }>;
  };
  verdictChanges: { agentId: string; agentSeq: number; createdAt: Ms; state: string; parked: Record<string, string> };
  agents: { location: string; registered: boolean; lost: boolean; endpointCount: number; lastReportAt: Ms | null };
  users: { endpointCount: number };
  windows: { agentId: string; windowAt: Ms; checks: Record<string, Record<string, string>> };
  hours: { ownerId: string; hourAt: Ms; endpoints: Record<string, Record<string, { count: number }>> };
};

/** A collection's documents by id, with every moment in epoch ms. The cast is safe: the functions parse what they write. */
export function documentsOf<Name extends keyof Stored>(world: World, name: Name): Map<string, Stored[Name]> {
  const asked = { collection: name, filters: [], orderBy: [], limit: null, after: null };
  return new Map(find(world.server.store, asked).map(({ id, data }) => [id, plain(data) as Stored[Name]]));
}

function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.ms;
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

/** The host of an endpoint's URL, by which its truth is known. */
export function siteOf(url: string): string {
  return new URL(url).host;
}
