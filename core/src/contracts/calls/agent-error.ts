import { z } from 'zod';

/**
 * Why an agent's call was refused, in an error's `details.reason`. The agent stops permanently on `deleted`, `reset`
 * and two `foreign` in a row, reads its clock again on `clock`, restarts its numbering on `gap`, and always keeps its
 * spool.
 */
export const agentRefusalSchema = z.object({
  reason: z.enum([
    'deleted',
    'reset',
    'foreign',
    'clock',
    'gap',
    'too_many',
    'malformed',
    'code_unknown',
    'code_used',
    'code_expired',
  ]),
  serverAt: z.number().int().optional(),
  expectedSeq: z.number().int().optional(),
});
export type AgentRefusal = z.infer<typeof agentRefusalSchema>;

const { serverAt, expectedSeq } = agentRefusalSchema.shape;
const lenientSchema = agentRefusalSchema.extend({
  serverAt: serverAt.catch(undefined),
  expectedSeq: expectedSeq.catch(undefined),
});

/**
 * Parses the refusal in an error's `details`; null if this version does not know the reason, since an older agent must
 * not act on a newer server's reasons. Invalid details are dropped.
 */
export function readRefusal(details: unknown): AgentRefusal | null {
  return lenientSchema.safeParse(details).data ?? null;
}

/** The sentence that the agent prints for each reason. */
export const AGENT_REFUSAL_TEXTS: Record<AgentRefusal['reason'], string> = {
  deleted: 'This agent was deleted.',
  reset: 'This agent was reset: another device is registered in its place.',
  foreign: 'The token belongs to another agent.',
  clock: 'The clock of this device is too far off.',
  gap: 'An earlier report is missing.',
  too_many: 'This agent reports too often.',
  malformed: 'The report is not of the agreed form.',
  code_unknown: 'This registration code is unknown. Copy it once more from the Agents page.',
  code_used: 'This registration code has already been used. Ask for a new one with Reset Agent.',
  code_expired: 'This registration code has expired. Ask for a new one with Reset Agent.',
};
