import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';
import { AGENT } from '../limits.ts';

/** `commands/{agent}`: what the agent is asked to do at once. `checkNow`: endpoint to when it was asked. */
export const commandSchema = z.object({
  syncAt: atMsSchema.nullable(),
  checkNow: z.record(idSchema, atMsSchema),
});
export type Command = z.infer<typeof commandSchema>;

/** The requests still worth heeding, with `endpointIds` asked for at `nowMs`. */
export function requestChecks(
  current: Command['checkNow'],
  endpointIds: readonly string[],
  nowMs: number,
): Command['checkNow'] {
  const fresh = Object.entries(current).filter(([, at]) => at > nowMs - AGENT.commandValidMs);
  return { ...Object.fromEntries(fresh), ...Object.fromEntries(endpointIds.map((id) => [id, nowMs])) };
}
