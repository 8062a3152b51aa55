import type { HttpCheck } from './http-check/http-check.ts';

/**
 * What an agent must know for a check beyond a plain GET. Agents report theirs with each check-in; `trials`: it checks
 * a URL that is not assigned, to try it.
 */
export const CHECK_FEATURES = ['http-options', 'trials'] as const;
export type CheckFeature = (typeof CHECK_FEATURES)[number];

/** What an agent must know to check an endpoint. */
export function featuresFor({ check }: { check: HttpCheck | 'unsupported' | null }): CheckFeature[] {
  return check === null ? [] : ['http-options'];
}

/** Whether an agent that reports `known` has all of `needed`. Agents of older versions report nothing. */
export function hasFeatures(known: readonly string[] | undefined, needed: Iterable<string>): boolean {
  return [...needed].every((feature) => known?.includes(feature) ?? false);
}
