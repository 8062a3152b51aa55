import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { hourStatSchema } from '../values/hour-stat.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { declareCollection } from './collection.ts';

/**
 * `hours/{owner}_{location}_{hour start}`: an hour's checks by endpoint and agent. A roll-up replaces an agent's part.
 */
export const hourSchema = z.object({
  ownerId: idSchema,
  location: locationCodeSchema,
  hourAt: atMsSchema,
  expireAt: atMsSchema,
  /** When the hour was written although its day may have been built before; null otherwise. */
  rebuildAt: atMsSchema.nullable().default(null),
  endpoints: z.record(idSchema, z.record(idSchema, hourStatSchema)),
});
export type Hour = z.infer<typeof hourSchema>;

export const hourCollection = declareCollection({
  path: 'hours',
  notExported: 'large',
  schema: hourSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['endpoints', 'hourAt', 'rebuildAt'],
  indexes: [['ownerId', 'rebuildAt']],
  account: 'owned',
});

export function hourId(ownerId: string, location: string, hourMs: number): string {
  return `${ownerId}_${location}_${hourMs}`;
}
