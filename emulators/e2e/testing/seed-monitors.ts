import { hourSchema } from '@farwatch/core/documents/hour';
import type { LocationCode } from '@farwatch/core/values/locations';
import { addressesFromEnv } from '../../src/addresses.ts';
import { seedDays } from '../../src/seed/days.ts';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { seedHours } from '../../src/seed/hours.ts';
import { seedMonitor } from '../../src/seed/monitors.ts';
import type { DemoEndpoint, PastOutage, WatchedMonitor } from '../../src/seed/scenario-table.ts';
import { type Account, database } from './accounts.ts';

/** A monitor to create. */
export type MonitorSeed = {
  name: string;
  description?: string;
  tags?: string[];
  locations?: LocationCode[];
  /** One endpoint each, on the demo sites. */
  paths: readonly string[];
  /** How many days of built history it has, and each check of the last nine; without it none are built. */
  days?: number;
  /** Outages of its first endpoint. */
  outages?: PastOutage[];
};

/** How long single checks are kept. */
const HOURS_DAYS = 9;

/** The ids of a created monitor and its endpoints, in the order of `paths`. */
export type SeededMonitor = { monitorId: string; endpointIds: string[] };

/**
 * Adds monitors with a day of checks and a week of history to an account; no agent checks them. Returns their ids.
 */
export async function seedMonitors(
  account: Account,
  seeds: readonly MonitorSeed[],
  nowMs = Date.now(),
): Promise<SeededMonitor[]> {
  const documents = new SeedDocuments();
  const place = { ownerId: account.uid, targets: addressesFromEnv().targets };
  const monitors = seeds.map((seed, index) => buildMonitor(seed, `${account.uid}m${index}`));
  const past = monitors.map((monitor) => seedMonitor(documents, monitor, place, nowMs));
  const built = past.filter(({ demo }) => demo.days !== undefined);
  if (built.length > 0) seedDays(documents, account.uid, built, nowMs);
  const watched = monitors.flatMap(({ endpoints, locations }) => endpoints.map((demo) => ({ demo, locations })));
  const hours = seedHours(account.uid, watched, nowMs, built.length > 0 ? HOURS_DAYS : 1);
  for (const [id, hour] of hours) documents.put(hourSchema, `hours/${id}`, hour);
  await documents.write(database());
  await database().doc(`users/${account.uid}`).update({ endpointCount: watched.length });
  return monitors.map(({ id, endpoints }) => ({ monitorId: id, endpointIds: endpoints.map((each) => each.id) }));
}

function buildMonitor(
  { name, description = '', tags = [], locations = ['tw', 'th'], days, paths, outages = [] }: MonitorSeed,
  id: string,
): WatchedMonitor {
  const endpoints = paths.map((path, index): DemoEndpoint => {
    return { id: `${id}e${index}`, name: path.slice(1), path, typicalMs: 80, outages: index === 0 ? outages : [] };
  });
  return { id, name, description, tags, locations, endpoints, ...(days !== undefined && { days }) };
}
