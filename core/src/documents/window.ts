import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { declareCollection } from './collection.ts';

/**
 * `windows/{agent}_{windowAt}`: raw checks of ten minutes, packed (values/pack.ts), by owner and the report's
 * `agentSeq`.
 */
export const windowSchema = z.object({
  agentId: idSchema,
  location: locationCodeSchema,
  windowAt: atMsSchema,
  expireAt: atMsSchema,
  checks: z.record(idSchema, z.record(z.string(), z.string())),
});
export type Window = z.infer<typeof windowSchema>;

export const windowCollection = declareCollection({
  path: 'windows',
  notExported: 'large',
  schema: windowSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['checks', 'windowAt'],
  account: 'shared',
});

export function windowId(agentId: string, startMs: number): string {
  return `${agentId}_${startMs}`;
}
