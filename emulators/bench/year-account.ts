import { hourSchema } from '@farwatch/core/documents/hour';
import { newUser, userSchema } from '@farwatch/core/documents/user';
import { seeded } from '@farwatch/core/testing/seeded';
import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { accounts } from '../src/project.ts';
import { type PastMonitor, seedDays } from '../src/seed/days.ts';
import { SeedDocuments } from '../src/seed/documents.ts';
import { seedHours } from '../src/seed/hours.ts';
import { seedMonitor } from '../src/seed/monitors.ts';
import type { DemoEndpoint, PastOutage, WatchedMonitor } from '../src/seed/scenario-table.ts';
import { UIDS } from '../src/seed/users.ts';

export const DAYS = 366;
export const ENDPOINTS = LIMITS.endpointsPerOwner;
export const LOCATIONS = [...LOCATION_CODES];
const MONITORS = 20;
const OUTAGES = 6;
/** Endpoints that answer equally fast are checked alike, so that a year takes no longer to generate than of these. */
const SPEEDS = 10;

/** The monitors of a full account, and what happened to them in a year: the same ones for the same time. */
export function yearMonitors(): WatchedMonitor[] {
  const random = seeded(365);
  return Array.from({ length: MONITORS }, (_, index): WatchedMonitor => {
    const id = `benchMonitor${index}`;
    const endpoints = Array.from({ length: ENDPOINTS / MONITORS }, (_each, number): DemoEndpoint => {
      const name = `${String(index).padStart(2, '0')}x${String(number).padStart(2, '0')}`;
      const typicalMs = 40 + 35 * (number % SPEEDS);
      return { id: `benchEndpoint${name}`, name, path: `/site/${name}`, typicalMs, outages: outages(random) };
    });
    return { id, name: `Site ${index}`, description: '', tags: [], locations: LOCATIONS, days: DAYS, endpoints };
  });
}

/** One in each sixth of the year, some of them seen by one location only. */
function outages(random: ReturnType<typeof seeded>): PastOutage[] {
  const hours = (DAYS * 24) / OUTAGES;
  return Array.from({ length: OUTAGES }, (_, index) => {
    const hoursAgo = (index + 0.1 + 0.8 * random.share()) * hours;
    const locations = random.share() < 0.7 ? LOCATIONS : LOCATIONS.slice(0, 1);
    return { hoursAgo, minutes: random.spread(3, 600), locations, statusCode: 503 };
  });
}

/** Writes the account of user@ with its year. Returns the number of its documents and the bytes of its days. */
export async function seedYear(db: Firestore, targets: string, nowMs: number) {
  const documents = new SeedDocuments();
  const ownerId = UIDS.user;
  const monitors = yearMonitors();
  const profile = newUser({ displayName: 'Bench', email: accounts.user.email }, nowMs - DAYS * DAY_MS);
  documents.put(userSchema, `users/${ownerId}`, { ...profile, endpointCount: ENDPOINTS });
  const past = monitors.map((each): PastMonitor => seedMonitor(documents, each, { ownerId, targets }, nowMs));
  seedDays(documents, ownerId, past, nowMs);
  const watched = monitors.flatMap(({ endpoints }) => endpoints.map((demo) => ({ demo, locations: LOCATIONS })));
  for (const [id, hour] of seedHours(ownerId, watched, nowMs, 2)) documents.put(hourSchema, `hours/${id}`, hour);
  const sizes = (collection: string) => [...documents.in(collection).values()].map(({ days }) => bytesOf(days));
  const written = await documents.write(db);
  return { monitors, written, months: sizes('months'), years: sizes('years') };
}

function bytesOf(days: unknown): number {
  const all = typeof days === 'object' && days !== null ? Object.values(days) : [];
  return all.reduce((sum, each) => sum + (each instanceof Uint8Array ? each.length : 0), 0);
}
