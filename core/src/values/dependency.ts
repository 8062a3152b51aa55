import { z } from 'zod';

/** How many monitors and endpoints a monitor can depend on. */
export const MOST_DEPENDENCIES = 5;

/** What a monitor depends on: monitors by their ids, or endpoints as `{monitorId}/{endpointId}`; each once. */
export const dependenciesSchema = z
  .array(z.string().regex(/^[\w-]{1,128}(\/[\w-]{1,128})?$/, 'not an id, nor two as a/b'))
  .max(MOST_DEPENDENCIES)
  .refine((all) => new Set(all).size === all.length, 'twice');

/** Returns the ids of a dependency, in a file keys; `endpointId` is null for a monitor as a whole. */
export function readDependency(dependency: string): { monitorId: string; endpointId: string | null } {
  const [monitorId = '', endpointId = null] = dependency.split('/');
  return { monitorId, endpointId };
}
