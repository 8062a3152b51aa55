import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { MonitorPlan } from '../scenario.ts';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';
import { receivedContents } from './announcements.ts';
import { type Finding, formatTime } from './observations.ts';

/** The checks that it takes to find slowness or its end, one more for when the first is due, and the message. */
const CHECKS = 4;
const SENT_WITHIN_MS = 90 * SECOND_MS;

type SlowMessage = { isSlow: boolean; atMs: number };

/**
 * Where sites have a limit, slowness at most locations is announced in time and once, and so is its end; what is slow at fewer
 * locations is not, nor is anything to a channel that is not announced. Losses of packets make a location slow, and an outage
 * changes how many locations there are.
 */
export function checkSlow(world: World): Finding[] {
  const [channel] = world.scenario.channels;
  return world.scenario.monitors.flatMap((monitor) =>
    monitor.slowMs === undefined
      ? []
      : monitor.sites.flatMap((site) => {
          const announced = announcedOf(world, site);
          if (!channel?.alsoSlow)
            return announced.map(({ atMs }) => finding('who is not announced gets nothing', site, atMs));
          return [
            ...checkOrder(site, announced),
            ...checkExpected(world, monitor, site, announced),
            ...checkTrue(world, monitor, site, announced),
          ];
        }),
  );
}

function finding(rule: string, site: string, atMs: number): Finding {
  return { rule: `slow: ${rule}`, what: `${site} at ${formatTime(atMs)}` };
}

function announcedOf(world: World, site: string): SlowMessage[] {
  return receivedContents(world).flatMap(({ content: { kind, values }, message, repeated }) =>
    !repeated && (kind === 'slow' || kind === 'slow_over') && siteOf(values.url) === site
      ? [{ isSlow: kind === 'slow', atMs: message.atMs }]
      : [],
  );
}

function checkOrder(site: string, announced: readonly SlowMessage[]): Finding[] {
  return announced.flatMap(({ isSlow, atMs }, index) =>
    isSlow === (index % 2 === 0) ? [] : [finding('starts and ends alternate', site, atMs)],
  );
}

function foundWithinMs({ intervalSec }: MonitorPlan): number {
  return CHECKS * (intervalSec ?? 0) * SECOND_MS + SENT_WITHIN_MS;
}

/** Periods without an outage of the site, at most locations, that last long enough. */
function checkExpected(world: World, monitor: MonitorPlan, site: string, announced: readonly SlowMessage[]): Finding[] {
  if (world.scenario.chaos > 0) return [];
  const withinMs = foundWithinMs(monitor);
  const own = world.sites.outages.filter((each) => each.site === site);
  const failures = own.filter(({ how }) => how !== 'slow');
  const isClear = (fromMs: number, toMs: number) =>
    !failures.some((each) => each.fromMs < toMs && each.toMs > fromMs - withinMs) &&
    !lossesOf(world).some((each) => each.fromMs < toMs && each.toMs > fromMs - withinMs);
  return own
    .filter(({ how, locations }) => how === 'slow' && locations.length * 2 > monitor.locations.length)
    .flatMap(({ fromMs, toMs }) => {
      const isLong = toMs - fromMs > withinMs;
      const isSlowAt = (atMs: number) => announced.findLast((each) => each.atMs <= atMs)?.isSlow ?? false;
      const starts = isLong && isClear(fromMs, fromMs + withinMs) && !isSlowAt(fromMs + withinMs);
      const others = own.filter((each) => each.fromMs > fromMs && each.fromMs < toMs + withinMs);
      const ends = others.length === 0 && isClear(toMs, toMs + withinMs) && isSlowAt(toMs + withinMs);
      return [
        ...(starts ? [finding('it is announced in time', site, fromMs)] : []),
        ...(ends ? [finding('its end is announced in time', site, toMs)] : []),
      ];
    });
}

/** At each announcement, most locations that were not down may have seen it. */
function checkTrue(world: World, monitor: MonitorPlan, site: string, announced: readonly SlowMessage[]): Finding[] {
  const lateMs = foundWithinMs(monitor) + (world.scenario.chaos > 0 ? 60 * MINUTE_MS : 0);
  const own = world.sites.outages.filter((each) => each.site === site);
  const losses = lossesOf(world);
  return announced.flatMap(({ isSlow, atMs }) => {
    const isRecent = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => fromMs <= atMs && toMs > atMs - lateMs;
    const seen = (isSought: (how: string) => boolean) => (location: string) =>
      own.some((each) => isSought(each.how) && each.locations.includes(location) && isRecent(each));
    const isSlowSeen = seen((how) => how === 'slow');
    const slow = monitor.locations.filter(
      (each) => isSlowSeen(each) || losses.some((loss) => loss.location === each && isRecent(loss)),
    );
    const down = monitor.locations.filter(seen((how) => how !== 'slow'));
    const isPossible = slow.length * 2 > monitor.locations.length - down.length;
    const isFailing = down.length > 0;
    const started = [...own.filter(({ how }) => how === 'slow'), ...losses]
      .filter(isRecent)
      .map(({ fromMs }) => fromMs);
    const leastMs = (CHECKS - 2) * (monitor.intervalSec ?? 0) * SECOND_MS - 5 * SECOND_MS;
    if (isSlow && !isFailing && atMs - Math.min(...started) < leastMs)
      return [finding('it takes several checks', site, atMs)];
    return isSlow && !isPossible ? [finding('it is announced only if most locations are slow', site, atMs)] : [];
  });
}

function lossesOf({ scenario, timeline }: World): { location: string; fromMs: number; toMs: number }[] {
  return scenario.faults.flatMap((fault) => {
    if (fault.do !== 'network' || fault.network !== 'lossy') return [];
    const fromMs = timeline.startMs + fault.atMs;
    return [{ location: scenario.hosts[fault.host] ?? '', fromMs, toMs: fromMs + fault.forMs }];
  });
}
