import { createHash } from 'node:crypto';
import { type Page, pageSchema } from '@farwatch/core/documents/page';
import { type Publication, publicationSchema } from '@farwatch/core/documents/publication';
import { type Snapshot, type SnapshotComponent, snapshotSchema } from '@farwatch/core/documents/snapshot';
import { takenSlugSchema } from '@farwatch/core/documents/taken-slug';
import { RETENTION } from '@farwatch/core/values/limits';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { addDays, wallClock } from '@farwatch/core/values/zone';
import type { SeedDocuments } from './documents.ts';
import { DEMO_MONITORS, type DemoEndpoint, type DemoMonitor } from './scenario-table.ts';

const DEMO_SLUG = 'demo';
const INCIDENT_ID = 'demoShopIncident';
/** The monitors that the page shows, which name it. `endpointId` is null for all of the monitor's endpoints. */
const SHOWN = [
  { group: 'Shop', key: 'shopsite', name: 'Shop', monitorId: 'demoStorefront', endpointId: 'demoShop' },
  { group: 'Shop', key: 'checkout', name: 'Checkout', monitorId: 'demoStorefront', endpointId: 'demoCheckout' },
  { group: 'Shop', key: 'searches', name: 'Search', monitorId: 'demoStorefront', endpointId: 'demoSearch' },
  { group: 'Services', key: 'publcapi', name: 'Public API', monitorId: 'demoPublicApi', endpointId: null },
  { group: 'Services', key: 'gateway1', name: 'Legacy gateway', monitorId: 'demoGateway', endpointId: null },
  { group: 'Services', key: 'blogsite', name: 'Company blog', monitorId: 'demoBlog', endpointId: null },
] as const;
type Shown = (typeof SHOWN)[number];

/** The slugs of the pages that show a monitor. */
export function pagesOf(monitorId: string): string[] {
  return SHOWN.some((shown) => shown.monitorId === monitorId) ? [DEMO_SLUG] : [];
}

/**
 * Adds the page `/status/demo` with its snapshot, one past incident with updates, and its slug. It is due at once, so
 * that the first sweep builds the snapshot from the monitors.
 */
export function seedStatusPage(documents: SeedDocuments, ownerId: string, nowMs: number): void {
  const created = nowMs - 100 * DAY_MS;
  const groups = groupsWith(({ key, name, monitorId, endpointId }) => ({ key, name, monitorId, endpointId }));
  const page: Page = {
    ...FIELDS,
    ...{
      groups,
      ownerId,
      published: true,
      postsAutomatically: true,
      passwordHash: null,
      blockedReason: null,
      version: 0,
    },
    ...{ dueAt: nowMs, createdAt: created, updatedAt: created },
  };
  documents.put(pageSchema, `pages/${DEMO_SLUG}`, page);
  const ownerHash = createHash('sha256').update(ownerId).digest('hex');
  documents.put(takenSlugSchema, `slugs/${DEMO_SLUG}`, { ownerHash, expireAt: null });
  const publication = pastIncident(nowMs);
  documents.put(publicationSchema, `pages/${DEMO_SLUG}/publications/${INCIDENT_ID}`, publication);
  documents.put(snapshotSchema, `pages/${DEMO_SLUG}/snapshots/current`, snapshotOf(publication, nowMs));
}

/** The fields that page and snapshot have in common. */
const FIELDS = {
  title: 'Demo Store',
  description: 'The state of our shop and of the services behind it.',
  website: 'https://shop.farwatch.test/',
  language: 'en',
  timeZone: 'Asia/Taipei',
  accent: '#0f766e',
  showsUptime: true,
  showsResponseTime: true,
  access: 'public',
  takesSubscribers: true,
  embedding: 'nobody',
  logoTag: null,
  passwordVersion: 0,
} as const;

function groupsWith<Component>(make: (shown: Shown) => Component): { name: string; components: Component[] }[] {
  const byGroup = Map.groupBy(SHOWN, ({ group }) => group);
  return [...byGroup].map(([name, list]) => ({ name, components: list.map(make) }));
}

function pastIncident(nowMs: number): Publication {
  const startedAt = nowMs - 9.4 * HOUR_MS;
  const at = (minutes: number) => startedAt + minutes * MINUTE_MS;
  return {
    ...{ title: 'The shop could not be reached', components: ['shopsite'], startedAt, resolvedAt: at(17) },
    updates: [
      { state: 'investigating', text: 'The shop does not open. We are looking for the cause.', at: at(4) },
      { state: 'identified', text: 'A server ran out of memory. We are starting another one.', at: at(11) },
      { state: 'resolved', text: 'The shop works again. No orders were lost.', at: at(17) },
    ],
    ...{
      incidentId: null,
      otherIncidentIds: [],
      automatic: false,
      deleted: false,
      createdAt: at(4),
      updatedAt: at(17),
    },
    expireAt: at(17) + RETENTION.statusMs,
  };
}

function snapshotOf({ title, components, updates, startedAt, resolvedAt }: Publication, nowMs: number): Snapshot {
  return {
    ...FIELDS,
    groups: groupsWith((shown) => componentOf(shown, nowMs)),
    ...{ incidents: [{ id: INCIDENT_ID, title, components, updates, startedAt, resolvedAt }], maintenance: [] },
    today: wallClock(FIELDS.timeZone).at(nowMs).date,
    ...{ builtAt: nowMs, changedAt: nowMs },
  };
}

function componentOf({ key, name, monitorId, endpointId }: Shown, nowMs: number): SnapshotComponent {
  const monitor = DEMO_MONITORS.find(({ id }) => id === monitorId);
  if (!monitor) throw new Error(`no monitor ${monitorId}`);
  const shown = monitor.endpoints.filter(({ id }) => endpointId === null || id === endpointId);
  const isFailing = shown.some(({ outages }) => outages.some(({ minutes }) => minutes === null));
  const downSec = daysDown(monitor, shown, nowMs);
  const uptime = downSec.map((sec) => 100 - sec / 864 / shown.length);
  const mean = (days: number) =>
    Math.round((uptime.slice(-days).reduce((sum, each) => sum + each, 0) / days) * 1000) / 1000;
  return {
    ...{ key, name, status: isFailing ? 'partial' : 'up', since: nowMs - 3 * HOUR_MS, days: { uptime, downSec } },
    known: null,
    uptime: { hours24: mean(1), days7: mean(7), days30: mean(30), days90: mean(STATUS_PAGE.days) },
    responseMs: shown.reduce((sum, { typicalMs }) => sum + typicalMs, 0) / shown.length,
  };
}

/** How long endpoints were down from everywhere, by day, s. */
function daysDown({ locations }: DemoMonitor, shown: readonly DemoEndpoint[], nowMs: number): number[] {
  const clock = wallClock(FIELDS.timeZone);
  const today = clock.at(nowMs).date;
  const outages = shown.flatMap((each) =>
    each.outages.filter((outage) => outage.locations.length === locations.length),
  );
  return Array.from({ length: STATUS_PAGE.days }, (_, index) => {
    const date = addDays(today, index - STATUS_PAGE.days + 1);
    const starting = outages.filter(({ hoursAgo }) => clock.at(nowMs - hoursAgo * HOUR_MS).date === date);
    return starting.reduce((sum, { minutes }) => sum + (minutes ?? 0) * 60, 0);
  });
}
