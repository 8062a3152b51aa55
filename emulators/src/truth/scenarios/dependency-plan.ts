import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, type Scenario, STABLE_MS } from '../scenario.ts';

/**
 * The world with all monitors of an owner depending on the owner's first one, with which they fail now and then: earlier or
 * later by up to some seconds, and for as long, shorter or longer. Its own randomness leaves the rest as it is.
 */
export function withDependencies(scenario: Scenario): Scenario {
  const { seed, monitors, hosts, endMs } = scenario;
  const random = new Random(seed + 1_000_000);
  const causeOf = (owner: number) => monitors.findIndex((each) => each.owner === owner);
  const withCauses = monitors.map((plan, index) => {
    const cause = causeOf(plan.owner);
    return cause === index ? plan : { ...plan, dependsOn: [cause] };
  });
  const outage = (site: string, atMs: number, forMs: number): Fault => {
    return { atMs, forMs: Math.max(SECOND_MS, forMs), do: 'outage', site, locations: hosts, how: 'status' };
  };
  const together: Fault[] = [];
  for (let atMs = STABLE_MS + random.spread(MINUTE_MS, 20 * MINUTE_MS); atMs < endMs - CALM_MS; ) {
    const lengthMs = Math.min(random.spread(30 * SECOND_MS, 40 * MINUTE_MS), endMs - CALM_MS - atMs);
    for (const site of withCauses.flatMap(({ sites }) => sites)) {
      const laterMs = Math.round(random.next() * 8 * SECOND_MS);
      const longerMs = random.pick([0, 0, -lengthMs / 2, 3 * MINUTE_MS]);
      together.push(outage(site, atMs + laterMs, lengthMs + Math.round(longerMs)));
    }
    atMs += lengthMs + random.spread(5 * MINUTE_MS, 40 * MINUTE_MS);
  }
  const within = together.map((each) => ({ ...each, forMs: Math.min(each.forMs, endMs - CALM_MS - each.atMs) }));
  const faults = [...scenario.faults, ...within.filter(({ forMs }) => forMs > 0)].sort((a, b) => a.atMs - b.atMs);
  return { ...scenario, monitors: withCauses, faults };
}
