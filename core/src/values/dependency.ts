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

/** Endpoints of a monitor; all, and the monitor itself, if `endpointIds` is null. */
type Part = { monitorId: string; endpointIds: ReadonlySet<string> | null };

/** Returns the dependencies without those on what is gone. */
export function withoutDependencies(dependsOn: readonly string[], gone: Part): string[] {
  return dependsOn.filter((each) => !isOn(each, gone));
}

/** Returns the dependencies after endpoints have moved to another monitor, `to`. */
export function moveDependencies(dependsOn: readonly string[], moved: Part, to: string): string[] {
  return dependsOn.map((each) => (isOn(each, moved) ? `${to}/${readDependency(each).endpointId}` : each));
}

function isOn(dependency: string, { monitorId, endpointIds }: Part): boolean {
  const named = readDependency(dependency);
  if (named.monitorId !== monitorId) return false;
  return endpointIds === null || (named.endpointId !== null && endpointIds.has(named.endpointId));
}
