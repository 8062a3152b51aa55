import type { LocationCode } from '@farwatch/core/locations';
import type { WatchedSite } from './plan.ts';

/** A stretch of time, epoch milliseconds. */
type Stretch = { fromMs: number; toMs: number };
/** A site that failed everywhere. */
export type Outage = Stretch & { site: WatchedSite };
/** Agents there could not see or not tell; from all places where none is named. */
export type Trouble = Stretch & { locations: readonly LocationCode[] };
/** What is judged of an alert's document. */
export type ToldAlert = {
  endpointId: string | null;
  incidentId: string | null;
  outage: number | null;
  kind: string;
  severity: string;
  state: string;
  createdAt: number;
  occurredAt: number;
  messageId: number | null;
};
export type Message = { id: number; atMs: number; text: string };

export type Happened = {
  outages: readonly Outage[];
  troubles: readonly Trouble[];
  /** When processes of the functions were killed. */
  killsMs: readonly number[];
  alerts: readonly ToldAlert[];
  messages: readonly Message[];
};

/** An outage that the quorum could see for so long is owed; a check every 10 s, its repetition and the report are in it. */
export const OWED_MS = 30_000;
/** What is seen may date from that long after the site's end: a check begins before and ends after. */
const SLACK_MS = 15_000;
/** A message whose sender was killed so soon after it may come again. */
const MARK_MS = 15_000;
const GRAVITY = ['informational', 'minor', 'major', 'critical'];

/** What was told wrongly, a sentence each; none where each outage was told once, and its recovery once, and nothing else. */
export function judgeSoak(happened: Happened): string[] {
  const sites = new Map(happened.outages.map(({ site }) => [site.endpointId, site]));
  const told = [...sites.values()].flatMap((site) => judgeSite(happened, site));
  return [...told, ...judgeRepeats(happened)];
}

/** The outage's alerts, in the order in which they were made. */
type Matter = { name: string; beganMs: number; failures: ToldAlert[]; recoveries: ToldAlert[] };

function judgeSite(happened: Happened, site: WatchedSite): string[] {
  const matters = mattersOf(happened.alerts, site);
  const seen = seenOutages(happened, site);
  const found = matters.flatMap(judgeMatter);
  for (const { fromMs, toMs, times, isOwed } of seen) {
    const within = matters.filter(({ beganMs }) => beganMs >= fromMs - 1_000 && beganMs <= toMs + SLACK_MS);
    const when = `${site.name} from ${clock(fromMs)} to ${clock(toMs)}`;
    if (isOwed && within.length === 0) found.push(`${when} was not told`);
    if (within.length > times) found.push(`${when} was told as ${within.length} outages`);
  }
  for (const { name, beganMs } of matters) {
    const isTrue = seen.some(({ fromMs, toMs }) => beganMs >= fromMs - 1_000 && beganMs <= toMs + SLACK_MS);
    if (!isTrue) found.push(`${name} was told, and there was none`);
  }
  return found;
}

/** What was sent of each outage; what fails from some places only is told besides, and not judged here. */
function mattersOf(alerts: readonly ToldAlert[], { endpointId, name }: WatchedSite): Matter[] {
  const own = alerts.filter((alert) => alert.endpointId === endpointId && alert.state === 'sent' && alert.outage !== 0);
  const groups = Map.groupBy(own, ({ incidentId, outage }) => `${incidentId}_${outage}`);
  return [...groups.values()].map((group) => {
    const ordered = [...group].sort((a, b) => a.createdAt - b.createdAt);
    const failures = ordered.filter(({ kind }) => kind === 'outage');
    const recoveries = ordered.filter(({ kind }) => kind === 'recovery');
    const beganMs = Math.min(...(failures.length > 0 ? failures : recoveries).map(({ occurredAt }) => occurredAt));
    return { name: `${name} at ${clock(beganMs)}`, beganMs, failures, recoveries };
  });
}

function judgeMatter({ name, failures, recoveries }: Matter): string[] {
  const found: string[] = [];
  if (failures.length === 0) found.push(`${name}: a recovery of what was never told`);
  if (failures.length > 0 && recoveries.length !== 1) found.push(`${name}: ${recoveries.length} recoveries`);
  const gravities = [...Map.groupBy(failures, ({ messageId }) => messageId).values()].map(gravityOf);
  if (gravities.some((gravity, index) => index > 0 && gravity <= (gravities[index - 1] ?? 0)))
    found.push(`${name}: told again, and not graver (${failures.map(({ severity }) => severity).join(', ')})`);
  return found;
}

/** Of a message that settles several alerts of an outage. */
function gravityOf(alerts: readonly ToldAlert[]): number {
  return Math.max(...alerts.map(({ severity }) => GRAVITY.indexOf(severity)));
}

/** Outages between which nobody could see that the site was up are one; `times`: as how many it may be told. */
type Seen = Stretch & { times: number; isOwed: boolean };

function seenOutages({ outages, troubles }: Happened, site: WatchedSite): Seen[] {
  const merged: Seen[] = [];
  const own = outages.filter((outage) => outage.site === site).sort((a, b) => a.fromMs - b.fromMs);
  for (const { fromMs, toMs } of own) {
    const isOwed = longestSight({ fromMs, toMs }, troubles, site.locations) >= OWED_MS;
    const last = merged.at(-1);
    const isApart = !last || longestSight({ fromMs: last.toMs, toMs: fromMs }, troubles, site.locations) >= OWED_MS;
    if (isApart) merged.push({ fromMs, toMs, times: 1, isOwed });
    else Object.assign(last, { toMs, times: last.times + 1, isOwed: last.isOwed || isOwed });
  }
  return merged;
}

/** How long, at a stretch, more than half of the locations were in no trouble. */
function longestSight({ fromMs, toMs }: Stretch, troubles: readonly Trouble[], locations: readonly LocationCode[]) {
  const near = troubles.filter((trouble) => trouble.fromMs < toMs && trouble.toMs > fromMs);
  const inside = near.flatMap((trouble) => [trouble.fromMs, trouble.toMs]).filter((ms) => ms > fromMs && ms < toMs);
  const ends = [fromMs, ...new Set(inside), toMs].sort((a, b) => a - b);
  let [longest, running] = [0, 0];
  for (const [index, endMs] of ends.slice(1).entries()) {
    const beginMs = ends[index] ?? fromMs;
    const blind = locations.filter((location) =>
      near.some((each) => each.fromMs < endMs && each.toMs > beginMs && concerns(each, location)),
    );
    running = blind.length * 2 < locations.length ? running + endMs - beginMs : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}

function concerns({ locations }: Trouble, location: LocationCode): boolean {
  return locations.length === 0 || locations.includes(location);
}

/** A message may come twice only where its sender died before it was marked as sent. */
function judgeRepeats({ alerts, messages, killsMs }: Happened): string[] {
  const marked = new Set(alerts.map(({ messageId }) => messageId));
  return messages
    .filter(({ id, atMs }) => !marked.has(id) && !killsMs.some((ms) => ms > atMs - 1_000 && ms < atMs + MARK_MS))
    .map(({ atMs, text }) => `said at ${clock(atMs)}, and no alert knows of it: ${text.split('\n')[0]}`);
}

/** "16:04:31", UTC. */
function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
