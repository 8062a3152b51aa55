import { readDependency } from '../values/dependency.ts';

/** The key of a monitor in the file, and those of its endpoints by their ids. */
export type PlaceById = { key: string; endpoints: ReadonlyMap<string, string> };
export type PlacesById = Map<string, PlaceById>;

type Dependent = { dependsOn: readonly string[] };

/**
 * Returns by key how many dependencies lead from each monitor to the furthest one that it depends on: zero for one that
 * depends on none. What depends on a circle has no depth.
 */
export function dependencyDepths(monitors: ReadonlyMap<string, Dependent>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  let left = [...monitors];
  for (let depth = 0; ; depth += 1) {
    const isReady = ([, { dependsOn }]: [string, Dependent]) =>
      dependsOn.every((each) => depths.has(readDependency(each).monitorId));
    const ready = left.filter(isReady);
    if (ready.length === 0) return depths;
    for (const [key] of ready) depths.set(key, depth);
    left = left.filter(([key]) => !depths.has(key));
  }
}

/**
 * Returns what a monitor depends on by keys, as a file has it; null if its monitor or endpoint has none. `places`: the
 * monitors that have one, by their ids.
 */
export function dependencyByKeys(dependency: string, places: ReadonlyMap<string, PlaceById>): string | null {
  const { monitorId, endpointId } = readDependency(dependency);
  const place = places.get(monitorId);
  if (!place || endpointId === null) return place?.key ?? null;
  const endpointKey = place.endpoints.get(endpointId);
  return endpointKey === undefined ? null : `${place.key}/${endpointKey}`;
}
