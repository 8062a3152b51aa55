import { MINUTE_MS } from '@farwatch/core/values/time';
import { hostOfSite } from '../sites.ts';
import type { World } from '../world.ts';
import { type Announcement, announcementsOf } from './announcements.ts';
import { type Finding, formatTime } from './observations.ts';

type Outage = World['sites']['outages'][number];

/** Everything about an outage is announced this long after it started or ended, besides a delay of the channel. */
const TOLD_WITHIN_MS = 3 * MINUTE_MS;

/**
 * Where nothing but pages of websites fails, those of one website that fail together are announced in one message, in time, and so
 * are those that recover together. After timeouts they are found too late for that.
 */
export function checkSiblings(world: World): Finding[] {
  const { chaos, faults, owners, monitors } = world.scenario;
  const [owner] = owners;
  const arePages = monitors.every(({ sites }) => sites.every((site) => site.includes('/')));
  if (!owner || !arePages || chaos > 0 || faults.some((fault) => fault.do !== 'outage')) return [];
  const announced = announcementsOf(world);
  const delayMs = owner.timing.delayMin * MINUTE_MS;
  const find = (kind: Announcement['kind'], outages: readonly Outage[], atMs: number) =>
    checkTogether(announced, { kind, outages, atMs, untilMs: atMs + TOLD_WITHIN_MS + delayMs });
  const apart = ({ fromMs, toMs }: Outage) => toMs - fromMs > TOLD_WITHIN_MS + delayMs;
  const quick = world.sites.outages.filter((outage) => outage.how !== 'timeout' && apart(outage));
  return [
    ...groupsBy(quick, ({ fromMs }) => fromMs).flatMap(([fromMs, group]) => find('down', group, fromMs)),
    ...groupsBy(quick, ({ toMs }) => toMs).flatMap(([toMs, group]) => find('recovery', group, toMs)),
  ];
}

/** Outages of one website with the same time. */
function groupsBy(outages: readonly Outage[], timeOf: (outage: Outage) => number): [number, Outage[]][] {
  const groups = Map.groupBy(outages, (outage) => `${hostOfSite(outage.site)} ${timeOf(outage)}`);
  return [...groups.values()].flatMap((group): [number, Outage[]][] => {
    const [first] = group;
    return first ? [[timeOf(first), group]] : [];
  });
}

type Expected = { kind: Announcement['kind']; outages: readonly Outage[]; atMs: number; untilMs: number };

function checkTogether(announced: readonly Announcement[], { kind, outages, atMs, untilMs }: Expected): Finding[] {
  const sites = outages.map(({ site }) => site);
  const found = announced.filter(
    (each) => each.kind === kind && sites.includes(each.site) && each.atMs >= atMs && each.atMs <= untilMs,
  );
  const counts = sites.map((site) => found.filter((each) => each.site === site).length);
  const messages = new Set(found.map(({ messageId }) => messageId));
  if (messages.size === 1 && counts.every((count) => count === 1)) return [];
  const what = `${kind} of ${sites.join()} at ${formatTime(atMs)}: ${counts.join()} times in ${messages.size} messages`;
  return [{ rule: 'what happens to one website is one message', what }];
}
