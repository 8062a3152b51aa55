import { z } from 'zod';
import { atMsSchema } from './fields.ts';
import { localFailureSchema } from './local-failure.ts';
import { type LocationCode, locationCodeSchema } from './locations.ts';
import { SERVER_LOCATION } from './server-location.ts';
import { slownessSchema } from './slow.ts';

/**
 * A location's last verdict on an endpoint, with the assignment's generation and the number of the agent's report.
 * `since`: when the verdict started, epoch ms. `statusCode`: of the check that confirmed it up. `withdrawn`: why it no longer counts; `up` is then the last verdict,
 * true if there was none.
 */
export const voteSchema = z.object({
  up: z.boolean(),
  generation: z.number().int(),
  agentSeq: z.number().int(),
  since: atMsSchema,
  statusCode: z.number().int().optional(),
  certificateEndsAt: atMsSchema.optional(),
  slow: slownessSchema.optional(),
  withdrawn: localFailureSchema.optional(),
});
export type Vote = z.infer<typeof voteSchema>;

export const votesSchema = z.partialRecord(locationCodeSchema, voteSchema);
export type Votes = z.infer<typeof votesSchema>;

/**
 * The parts of a location's assignment that decide which votes count: those of `generation`, and of
 * `previousGeneration` after a handover. `liveSeq`: the report with which the agent's votes last started to count;
 * `previousLiveSeq`: the previous agent's.
 */
export type Assigned = {
  generation: number;
  live: boolean;
  liveSeq?: number | undefined;
  previousGeneration?: number | null | undefined;
  previousLiveSeq?: number | null | undefined;
};
export type AssignedByLocation = Partial<Record<LocationCode, Assigned>>;

/** The server's votes always count: nothing assigns it. */
const ALWAYS: Assigned = { generation: 0, live: true };

/** Whether `next` is newer than `current`: by (generation, agentSeq), never by time. Equal is not newer. */
export function isNewerVote(
  next: Pick<Vote, 'generation' | 'agentSeq'>,
  current: Pick<Vote, 'generation' | 'agentSeq'> | undefined,
): boolean {
  if (!current) return true;
  return next.generation !== current.generation
    ? next.generation > current.generation
    : next.agentSeq > current.agentSeq;
}

/**
 * Returns the votes that count (docs/status.md, Votes): not withdrawn, of a watched location with a live
 * assignment, and of its generation or, until the new agent votes, of the one that a live agent handed over.
 */
export function countingVotes(votes: Votes, locations: readonly LocationCode[], assigned: AssignedByLocation): Votes {
  const counting: Votes = {};
  for (const location of locations) {
    const vote = votes[location];
    const assignment = location === SERVER_LOCATION ? ALWAYS : assigned[location];
    if (!vote || vote.withdrawn !== undefined || !assignment?.live) continue;
    if (vote.generation === assignment.generation || vote.generation === assignment.previousGeneration)
      counting[location] = vote;
  }
  return counting;
}

/** Returns the locations with a live agent of which no vote counts, and none was withdrawn: what they will say is not known. */
export function unheardLocations(
  votes: Votes,
  counting: Votes,
  locations: readonly LocationCode[],
  assigned: AssignedByLocation,
): LocationCode[] {
  return locations.filter(
    (location) => assigned[location]?.live && !counting[location] && votes[location]?.withdrawn === undefined,
  );
}

/** Whether the agent that gave this vote was away afterwards, so that the vote may be outdated. */
export function predatesAbsence({ generation, agentSeq }: Vote, assigned: Assigned | undefined): boolean {
  if (generation === assigned?.generation) return agentSeq < (assigned.liveSeq ?? 0);
  return generation === assigned?.previousGeneration && agentSeq < (assigned.previousLiveSeq ?? 0);
}

/** Returns the votes without what is known of slow responses. */
export function votesWithoutSlow(votes: Votes): Votes {
  const entries = Object.entries(votes) as [LocationCode, Vote][];
  return Object.fromEntries(entries.map(([location, { slow: _, ...vote }]) => [location, vote]));
}

/** Returns the votes of the watched locations. */
export function watchedVotes(votes: Votes, locations: readonly LocationCode[]): Votes {
  const kept: Votes = {};
  for (const location of locations) if (votes[location]) kept[location] = votes[location];
  return kept;
}
