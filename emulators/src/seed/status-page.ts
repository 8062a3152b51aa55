import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { addSteps, endpointSteps } from '@farwatch/core/decisions/history/endpoint-steps';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { type ComponentHistory, shownRange } from '@farwatch/core/decisions/status-page/component-days';
import { shownIncidents } from '@farwatch/core/decisions/status-page/shown-incidents';
import { wholeSnapshot } from '@farwatch/core/decisions/status-page/snapshot';
import { dateOf, monthId, monthSchema } from '@farwatch/core/documents/history';
import { monitorSchema } from '@farwatch/core/documents/monitor';
import { type Page, pageSchema } from '@farwatch/core/documents/page';
import { type Publication, publicationSchema } from '@farwatch/core/documents/publication';
import { snapshotSchema } from '@farwatch/core/documents/snapshot';
import { takenSlugSchema } from '@farwatch/core/documents/taken-slug';
import type { HourCell } from '@farwatch/core/values/history/check-cell';
import { unpackEndpointDay } from '@farwatch/core/values/history/day-codec';
import { dayStart } from '@farwatch/core/values/history/levels';
import { HISTORY, RETENTION } from '@farwatch/core/values/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { PastMonitor } from './days.ts';
import type { SeedDocuments } from './documents.ts';

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
 * Adds the page `/status/demo` with its snapshot, built from `monitors` as the product does, one past incident with
 * updates, and its slug. It is due at once, so that the first sweep decides its automatic posts.
 */
export function seedStatusPage(
  documents: SeedDocuments,
  ownerId: string,
  monitors: readonly PastMonitor[],
  nowMs: number,
): void {
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
  const context = {
    page,
    monitors: new Map([...documents.in('monitors')].map(([id, monitor]) => [id, monitorSchema.parse(monitor)])),
    incidents: shownIncidents(page, new Map([[INCIDENT_ID, publication]]), nowMs),
  };
  const histories = new Map(SHOWN.map((shown) => [shown.key, historyOf(documents, shown, monitors, nowMs)]));
  const snapshot = wholeSnapshot(context, histories, null, nowMs);
  documents.put(snapshotSchema, `pages/${DEMO_SLUG}/snapshots/current`, snapshot);
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
  showsSlow: true,
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

/** What the product would read of a component: its steps, and the responses of the last day that is built. */
function historyOf(
  documents: SeedDocuments,
  { monitorId, endpointId }: Shown,
  monitors: readonly PastMonitor[],
  nowMs: number,
): ComponentHistory {
  const monitor = monitors.find(({ demo }) => demo.id === monitorId);
  const shown = monitor?.past.filter(({ demo }) => endpointId === null || demo.id === endpointId) ?? [];
  const histories = shown.map(({ endpoint, events }) =>
    endpointHistory(endpoint, transitionsOf(events), monitor?.maintenance ?? []),
  );
  const lastDayAt = dayStart(nowMs - HISTORY.builtAfterMs) - DAY_MS;
  return {
    createdAt: Math.min(...histories.map(({ createdAt }) => createdAt)),
    steps: addSteps(histories.map((history) => endpointSteps(history, shownRange(nowMs)))),
    responses: shown.flatMap(({ demo }) => cellsOfDay(documents, demo.id, lastDayAt)),
  };
}

/** The checks of a day that seedDays has built. */
function cellsOfDay(documents: SeedDocuments, endpointId: string, dayAt: number): readonly HourCell[] {
  const month = monthSchema.parse(documents.in('months').get(monthId(endpointId, dayAt)));
  const bytes = month.days[dateOf(dayAt).slice(-2)];
  return bytes ? unpackEndpointDay(inflateRawSync(bytes), dayAt).cells : [];
}
