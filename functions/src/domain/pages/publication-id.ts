import { createHash } from 'node:crypto';

/** The id of the only post of a page about a detected incident, whose own id visitors must not see. */
export function publicationIdFor(slug: string, incidentId: string): string {
  return createHash('sha256').update(`${slug}/${incidentId}`).digest('hex').slice(0, 20);
}
