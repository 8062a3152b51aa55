import { measuringScenario } from './measuring-scenario.ts';
import { Random } from './random.ts';
import type { Scenario } from './scenario.ts';
import { troubledScenario } from './troubled-scenario.ts';

/** So many worlds have nothing but outages of sites: by them is measured how late outages are told, and how exactly. */
export const MEASURING_EVERY = 12;

/** The scenario of a seed. */
export function scenarioOf(seed: number): Scenario {
  const random = new Random(seed);
  return seed % MEASURING_EVERY === 0 ? measuringScenario(seed, random) : troubledScenario(seed, random);
}
