import type { PageSteps, Snapshot } from '../documents/snapshot.ts';
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
    showsSlow: false,
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
  const downSec = Array.from({ length: STATUS_PAGE.days - 1 }, () =>
    random() < 0.05 ? Math.floor(random() * 7200) : 0,
  );
  const uptime = downSec.map((sec) => Math.round((1 - sec / 86_400) * 1e5) / 1e3);
  return {
    key,
    name: `Component ${index + 1}`,
    status: 'up' as const,
    since: nowMs - 3 * DAY_MS,
    days: { uptime, downSec },
    steps: stepsOver(nowMs),
    responseMs: 100 + index,
  };
}

/** Of 90 days 99.912 % up, of 30 days 99.95 %, of 7 days 99.99 %, of the last one all. */
function stepsOver(nowMs: number): PageSteps {
  const down = [
    { daysAgo: STATUS_PAGE.days, minutes: 92.5 },
    { daysAgo: 30, minutes: 20.5 },
    { daysAgo: 7, minutes: 1 },
  ].flatMap(({ daysAgo, minutes }) => {
    const fromMs = nowMs - daysAgo * DAY_MS;
    return [
      { atMs: fromMs, down: 1 },
      { atMs: fromMs + minutes * MINUTE_MS, down: 0 },
    ];
  });
  return {
    atMs: down.map(({ atMs }) => atMs),
    up: down.map((each) => 1 - each.down),
    down: down.map((each) => each.down),
    other: down.map(() => 0),
  };
}
