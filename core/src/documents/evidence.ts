import type { z } from 'zod';
import { evidenceSchema } from '../values/check-answer.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { declareCollection } from './collection.ts';

/** `evidence/{incident}_{outage}_{location}`: why a location considered the endpoint down, written once. */
export const storedEvidenceSchema = evidenceSchema.extend({
  ownerId: idSchema,
  incidentId: idSchema,
  endpointId: idSchema,
  location: locationCodeSchema,
  /** The number of the incident's outage that it belongs to or, while the endpoint is up elsewhere, may lead to. */
  outage: countSchema,
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type StoredEvidence = z.infer<typeof storedEvidenceSchema>;

export const evidenceCollection = declareCollection({
  path: 'evidence',
  schema: storedEvidenceSchema,
  readableBy: 'member',
  ttl: 'expireAt',
  noIndex: ['createdAt', 'endpointId', 'failed', 'lastGood', 'location', 'outage'],
  indexes: [['ownerId', 'incidentId', 'createdAt desc']],
  account: 'owned',
});

/** Returns the id of a location's evidence in an outage of an incident. */
export function evidenceId(incidentId: string, outage: number, location: string): string {
  return `${incidentId}_${outage}_${location}`;
}
