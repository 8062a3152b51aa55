import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { Random } from '../../platform/random.ts';
import { CALM_MS, type ChannelPlan, type Fault, FOREVER_MS, type Scenario, STABLE_MS } from '../scenario.ts';
import { T0 } from '../start.ts';

/** Zones whose clocks are never changed, one of them at half past. */
const ZONES = ['Asia/Kolkata', 'Asia/Taipei', 'UTC'];

/**
 * The world with two members in the first owner's account, who take turns with the owner; each has a channel. Some take
 * over for a while. Its own randomness leaves the rest as it is.
 */
export function withRotation(scenario: Scenario): Scenario {
  const { seed, owners, endMs, startMs = T0 } = scenario;
  const random = new Random(seed + 2_000_000);
  const [first] = owners;
  if (!first) return scenario;
  const people = [first.uid, 'ann', 'bob'];
  const channels = people.map((personId): ChannelPlan => {
    const { timing, severity } = first;
    const always = { atMs: 0, forMs: FOREVER_MS, renamedAtMs: STABLE_MS };
    return { id: `of${personId}`, owner: 0, severity, events: null, timing, personId, ...always };
  });
  const fromMs = Math.floor((startMs - random.between(0, 3 * HOUR_MS)) / MINUTE_MS) * MINUTE_MS;
  const rotation = { people, hours: 1, timeZone: random.pick(ZONES), fromMs };
  const untilMs = endMs - CALM_MS;
  const overrides = Array.from({ length: random.between(0, 3) }, (): Fault => {
    const atMs = random.between(STABLE_MS, untilMs);
    return { atMs, forMs: 0, do: 'take-over', owner: 0, uid: random.pick(people), forMin: random.between(5, 60) };
  });
  const faults = [...scenario.faults, ...overrides].sort((a, b) => a.atMs - b.atMs);
  return { ...scenario, faults, rotation, channels: [...scenario.channels, ...channels] };
}
