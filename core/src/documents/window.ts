import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';

/** `windows/{agent}_{window start}`: raw checks of ten minutes, packed (checks/pack.ts), by owner and `agentSeq` of the report. */
export const windowSchema = z.object({
  agentId: idSchema,
  location: locationCodeSchema,
  windowAt: atMsSchema,
  expireAt: atMsSchema,
  checks: z.record(idSchema, z.record(z.string(), z.string())),
});
export type Window = z.infer<typeof windowSchema>;

export function windowId(agentId: string, startMs: number): string {
  return `${agentId}_${startMs}`;
}
