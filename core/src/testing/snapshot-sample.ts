import type { Snapshot } from '../documents/snapshot.ts';
import { STATUS_PAGE } from '../values/status-page/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/time.ts';
import { seeded } from './seeded.ts';

type Options = { components: number; nowMs: number; seed?: number };

/**
 * A snapshot with one group of so many components, 90 days of each with a few outages, and one resolved incident of two
 * updates.
 */
export function sampleSnapshot({ components, nowMs, seed = 1 }: Options): Snapshot {
  const { share: random } = seeded(seed);
  const keys = Array.from({ length: components }, (_, index) => `key${String(index).padStart(5, '0')}`);
  return {
    title: 'Acme',
    description: 'Cloud services for everyone.',
    website: 'https://acme.farwatch.test/',
    language: 'en',
    timeZone: 'Asia/Taipei',
    accent: null,
    access: 'public',
    showsUptime: true,
    showsResponseTime: true,
    takesSubscribers: true,
    embedding: 'nobody',
    logoTag: null,
    passwordVersion: 0,
    groups: [{ name: 'Services', components: keys.map((key, index) => component(key, index, nowMs, random)) }],
    incidents: [
      {
        id: 'incident1',
        title: 'Sign-in was slow',
        components: keys.slice(0, 2),
        startedAt: nowMs - 2 * DAY_MS,
        resolvedAt: nowMs - 2 * DAY_MS + HOUR_MS,
        updates: [
          { state: 'investigating', text: 'Some people cannot sign in.', at: nowMs - 2 * DAY_MS },
          { state: 'resolved', text: 'It works again.\nWe are sorry.', at: nowMs - 2 * DAY_MS + HOUR_MS },
        ],
      },
    ],
    maintenance: [],
    today: new Date(nowMs).toISOString().slice(0, 10),
    builtAt: nowMs,
    changedAt: nowMs - 5 * MINUTE_MS,
  };
}

function component(key: string, index: number, nowMs: number, random: () => number) {
  const downSec = Array.from({ length: STATUS_PAGE.days }, () => (random() < 0.05 ? Math.floor(random() * 7200) : 0));
  const uptime = downSec.map((sec) => Math.round((1 - sec / 86_400) * 1e5) / 1e3);
  return {
    key,
    name: `Component ${index + 1}`,
    status: 'up' as const,
    since: nowMs - 3 * DAY_MS,
    days: { uptime, downSec },
    known: { todaySec: 45_000, days7Sec: 563_400, days30Sec: 2_550_600, days90Sec: 7_734_600 },
    uptime: { hours24: 100, days7: 99.99, days30: 99.95, days90: 99.912 },
    responseMs: 100 + index,
  };
}
