import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import type { Caller } from './functions-program.ts';
import type { ChannelPlan, OwnerPlan, Scenario } from './scenario.ts';
import { checkOf } from './site-checks.ts';
import { T0 } from './start.ts';

/** A person by name. */
export function ownerOf(uid: string): Caller {
  return {
    uid,
    accountId: uid,
    email: `${uid}@farwatch.test`,
    displayName: uid,
    role: 'user',
    accountRole: 'owner',
    memberOf: {},
    language: 'en',
    timeZone: 'UTC',
    key: null,
  };
}

export const ADMIN: Caller = { ...ownerOf('admin'), role: 'admin' };
export const ADMIN_PLAN = { uid: 'admin', severity: 'all', silenceMin: 0, timing: IMMEDIATE };

/** The owner's settings with these other channels, ms since the start of the world. */
export function settingsOf(
  { uid, severity, silenceMin, timing: telegramTiming }: Omit<OwnerPlan, 'intervalMin'>,
  others: readonly ChannelPlan[],
  sinceMs: number,
  rotationId: string | null = null,
): object {
  const telegram = { enabled: true, botToken: '1:token', chatId: uid, verified: true };
  const channels = Object.fromEntries(others.map((plan) => [plan.id, channelOf(uid, plan, sinceMs, rotationId)]));
  return { telegram, telegramTiming, channels, thresholds: { severity, silencePeriod: silenceMin } };
}

function channelOf(
  uid: string,
  { id, severity, events, alsoSlow = false, timing, renamedAtMs, personId }: ChannelPlan,
  sinceMs: number,
  rotationId: string | null,
): object {
  const sent = { type: 'telegram', settings: { botToken: '1:token', chatId: `${uid}-${id}` } };
  const covered = { severity, events, alsoSlow, monitors: null, tags: null, language: null };
  const name = sinceMs < renamedAtMs ? id : `${id} renamed`;
  const duty = personId !== undefined && rotationId !== null ? { personId, onDutyIn: rotationId } : {};
  return { ...sent, ...covered, ...duty, timing, name, enabled: true, verifiedAt: T0, createdAt: T0 };
}

/** Formats a monitor as the API takes it. `monitorIds` are those of the earlier ones, `ids` those of the endpoints that get another URL. */
export function monitorBody(
  { monitors, jobs = [] }: Scenario,
  index: number,
  watched: { locations: readonly string[]; sites: readonly string[] },
  monitorIds: readonly string[],
  ids: readonly string[] = [],
): object {
  const { intervalSec = null, slowMs = null, dependsOn: causes = [] } = monitors[index] ?? {};
  const endpoints = watched.sites.map((site, place) => {
    const id = ids[place];
    const job = jobs.find((each) => each.site === site);
    const checked = job ? { url: `heartbeat://${site}`, check: job.check } : checkOf(site);
    return { ...(id === undefined ? {} : { id }), ...checked, name: site, slowMs };
  });
  const { locations } = watched;
  const dependsOn = causes.map((cause) => monitorIds[cause] ?? '');
  return { name: `Monitor ${index}`, description: '', locations, intervalSec, dependsOn, endpoints };
}
