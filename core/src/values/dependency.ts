import { z } from 'zod';
import { idSchema } from './fields.ts';

/** How many monitors and endpoints a monitor can depend on. */
export const MOST_DEPENDENCIES = 5;

const dependencySchema = z.string().max(257);

/** What a monitor depends on, as stored. */
export const dependenciesSchema = z.array(dependencySchema).max(MOST_DEPENDENCIES);

/** What a monitor depends on, as given: monitors by their ids, or endpoints as `{monitorId}/{endpointId}`; each once. */
export const dependenciesInputSchema = z
  .array(dependencySchema.refine(isDependency, 'not the id of a monitor, nor of a monitor and its endpoint as m/e'))
  .max(MOST_DEPENDENCIES)
  .transform((given) => [...new Set(given)]);

function isDependency(text: string): boolean {
  const ids = text.split('/');
  return ids.length <= 2 && ids.every((id) => idSchema.safeParse(id).success);
}

/** Returns the ids of a dependency; `endpointId` is null for a monitor as a whole. */
export function readDependency(dependency: string): { monitorId: string; endpointId: string | null } {
  const [monitorId = '', endpointId = null] = dependency.split('/');
  return { monitorId, endpointId };
}
