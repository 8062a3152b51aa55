import { z } from 'zod';
import { localFailureSchema } from '../agents/local-failure.ts';
import { atMsSchema } from '../fields.ts';
import { type LocationCode, locationCodeSchema } from '../locations.ts';
import { DAY_MS } from '../time.ts';

/**
 * One location's verdict on an endpoint. `generation` is the assignment's when it was given, `agentSeq` the number of
 * the agent's report, `since` when the verdict began, epoch ms. `withdrawn`: why it no longer counts; `up` is then the
 * last verdict, true if there never was one.
 */
export const voteSchema = z.object({
  up: z.boolean(),
  generation: z.number().int(),
  agentSeq: z.number().int(),
  since: atMsSchema,
  certificateEndsAt: atMsSchema.optional(),
  withdrawn: localFailureSchema.optional(),
});
export type Vote = z.infer<typeof voteSchema>;

export const votesSchema = z.partialRecord(locationCodeSchema, voteSchema);
export type Votes = z.infer<typeof votesSchema>;

/**
 * Which votes of a location's assignment count: those of `generation`, and of `formerGeneration` after a handover.
 * `liveSeq`: the agent's report with which they last began to count; `formerLiveSeq`: the former agent's.
 */
export type Assigned = {
  generation: number;
  live: boolean;
  liveSeq?: number | undefined;
  formerGeneration?: number | null | undefined;
  formerLiveSeq?: number | null | undefined;
};
export type AssignedByLocation = Partial<Record<LocationCode, Assigned>>;

/** Whether `next` comes after `current`: by (generation, agentSeq), never by time. Equal is not newer. */
export function isNewer(
  next: Pick<Vote, 'generation' | 'agentSeq'>,
  current: Pick<Vote, 'generation' | 'agentSeq'> | undefined,
): boolean {
  if (!current) return true;
  return next.generation !== current.generation
    ? next.generation > current.generation
    : next.agentSeq > current.agentSeq;
}

/**
 * The votes that count (docs/architecture.md, Status): not withdrawn, of a watched location whose assignment is live,
 * and of its generation or the one that a live agent handed over, until the new agent's first vote.
 */
export function countingVotes(votes: Votes, locations: readonly LocationCode[], assigned: AssignedByLocation): Votes {
  const counting: Votes = {};
  for (const location of locations) {
    const vote = votes[location];
    const assignment = assigned[location];
    if (!vote || vote.withdrawn !== undefined || !assignment?.live) continue;
    if (vote.generation === assignment.generation || vote.generation === assignment.formerGeneration)
      counting[location] = vote;
  }
  return counting;
}

/** Whether a location's agent, or the former one whose vote still counts, has been away since it said this. */
export function isFromBefore(vote: Vote, assigned: Assigned | undefined): boolean {
  if (!assigned) return false;
  const isFormer = vote.generation !== assigned.generation;
  if (isFormer && vote.generation !== assigned.formerGeneration) return false;
  return vote.agentSeq < ((isFormer ? assigned.formerLiveSeq : assigned.liveSeq) ?? 0);
}

/** How long the last word of a silent location keeps an outage: its agent may never come back. */
const LAST_WORD_MS = DAY_MS;

/**
 * The votes by which an outage lasts: the counting ones, but for up votes from before their agent was away, and the last
 * words of locations that fell silent while down, for a day from when they were.
 */
export function lastingVotes(votes: Votes, counting: Votes, assigned: AssignedByLocation, nowMs: number): Votes {
  const lasting: Votes = {};
  for (const [key, vote] of Object.entries(votes)) {
    const location = key as LocationCode;
    const counts = counting[location] !== undefined;
    const isLasting = vote.up
      ? counts && !isFromBefore(vote, assigned[location])
      : counts || vote.since > nowMs - LAST_WORD_MS;
    if (isLasting) lasting[location] = vote;
  }
  return lasting;
}

/** The votes without those of locations that are no longer watched. */
export function votesAt(votes: Votes, locations: readonly LocationCode[]): Votes {
  const kept: Votes = {};
  for (const location of locations) if (votes[location]) kept[location] = votes[location];
  return kept;
}
