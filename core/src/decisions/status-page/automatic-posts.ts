import type { Incident } from '../../documents/incident.ts';
import { isFlapping, runningOutage } from '../../documents/incident.ts';
import type { Monitor } from '../../documents/monitor.ts';
import type { Page } from '../../documents/page.ts';
import { incidentIdsOf, type Publication } from '../../documents/publication.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';
import { maintenancePeriods, occurrenceAt } from '../maintenance/in-maintenance.ts';
import { componentsOf } from './page-groups.ts';

/** An automatic post about failing components. `incidentId`: the first of the incidents that it is about. */
export type AutomaticPost = { components: string[]; incidentId: string; otherIncidentIds: string[]; startedAt: number };

/**
 * What to post now. `resolved`: ids of automatic posts whose components do not fail any more. `nextAt`: when a running
 * outage is to be posted, or a post may be resolved although no status changes; null for none.
 */
export type AutomaticPosts = { post: AutomaticPost | null; resolved: string[]; nextAt: number | null };

type Context = {
  page: Pick<Page, 'groups' | 'postsAutomatically'>;
  monitors: ReadonlyMap<string, Pick<Monitor, 'maintenance'>>;
  /** Active ones. */
  incidents: ReadonlyMap<
    string,
    Pick<Incident, 'monitorId' | 'endpointId' | 'type' | 'outage' | 'flapping' | 'triggeredAt'>
  >;
  /** The posts that the page shows. */
  publications: ReadonlyMap<string, Publication>;
};

/** An outage that runs, or an endpoint that flaps. */
type Running = {
  incidentId: string;
  components: string[];
  startedAt: number;
  /** When it is posted, which waits for the end of maintenance. */
  dueAt: number;
  isFlapping: boolean;
};

/**
 * Decides about automatic posts (docs/status-pages.md, Automatic posts). Outages that are due together are one post;
 * components that a post names already get no other one.
 */
export function decideAutomaticPosts(context: Context, nowMs: number): AutomaticPosts {
  const { page, publications } = context;
  const running = runningOutages(context, nowMs);
  const failing = activeKeys(context);
  const open = [...publications].filter(([, { resolvedAt }]) => resolvedAt === null);
  const resolved = open.filter(([, each]) => each.automatic && !each.components.some((key) => failing.has(key)));
  const hasCapacity = open.length - resolved.length < STATUS_PAGE.openIncidents;
  const waiting = page.postsAutomatically && hasCapacity ? unposted(running, publications) : [];
  const due = waiting.filter(({ dueAt }) => dueAt <= nowMs);
  const later = waiting.filter(({ dueAt }) => dueAt > nowMs).map(({ dueAt }) => dueAt);
  const times = isAnyPartial(open, failing, running) ? [...later, nowMs + STATUS_PAGE.postAfterMs] : later;
  return {
    post: postOf(due),
    resolved: resolved.map(([id]) => id),
    nextAt: times.length === 0 ? null : Math.min(...times),
  };
}

/** The components of active incidents, also of those whose outage is over while some locations still fail. */
function activeKeys({ page, incidents }: Context): Set<string> {
  const active = [...incidents.values()].filter(({ type }) => type === 'downtime');
  const failing = componentsOf(page).filter((component) => active.some((incident) => isAbout(incident, component)));
  return new Set(failing.map(({ key }) => key));
}

/** Whether an automatic post stays open without a running outage: the end of its incident may change no status. */
function isAnyPartial(
  open: readonly (readonly [string, Publication])[],
  failing: ReadonlySet<string>,
  running: readonly Running[],
): boolean {
  const down = new Set(running.flatMap(({ components, isFlapping: flaps }) => (flaps ? [] : components)));
  return open.some(
    ([, { automatic, components }]) =>
      automatic && components.some((key) => failing.has(key)) && !components.some((key) => down.has(key)),
  );
}

/**
 * The outages on the page's components, the earliest first. That of an endpoint that flaps is one, from its incident's
 * start.
 */
function runningOutages({ page, monitors, incidents }: Context, nowMs: number): Running[] {
  const all = componentsOf(page);
  const found = [...incidents].flatMap(([incidentId, incident]) => {
    const { monitorId, type, triggeredAt } = incident;
    const flaps = isFlapping(incident);
    const startedAt = flaps ? triggeredAt : runningOutage(incident)?.startedAt;
    if (type !== 'downtime' || startedAt === undefined) return [];
    const components = all.filter((each) => isAbout(incident, each)).map(({ key }) => key);
    if (components.length === 0) return [];
    const dueAt = countedFrom(monitors.get(monitorId)?.maintenance ?? [], startedAt, nowMs) + STATUS_PAGE.postAfterMs;
    return [{ incidentId, components, startedAt, dueAt, isFlapping: flaps }];
  });
  return found.sort((a, b) => a.startedAt - b.startedAt);
}

/** Whether a component shows the endpoint of an incident. */
export function isAbout(
  { monitorId, endpointId }: Pick<Incident, 'monitorId' | 'endpointId'>,
  component: Pick<PageComponent, 'monitorId' | 'endpointId'>,
): boolean {
  return component.monitorId === monitorId && (component.endpointId === null || component.endpointId === endpointId);
}

/** Returns from when an outage counts: from its start, or from the end of maintenance since. */
function countedFrom(occurrences: Monitor['maintenance'], startedAt: number, nowMs: number): number {
  const current = occurrenceAt(occurrences, nowMs);
  if (current) return current.endsAt;
  const over = maintenancePeriods(occurrences).filter(({ endsAt }) => startedAt < endsAt && endsAt <= nowMs);
  return Math.max(startedAt, ...over.map(({ endsAt }) => endsAt));
}

/** The outages that no post is about: neither one of their incident nor one that named the components since. */
function unposted(running: readonly Running[], publications: Context['publications']): Running[] {
  const posts = [...publications.values()];
  const incidentIds = new Set(posts.flatMap(incidentIdsOf));
  return running.flatMap((each) => {
    if (incidentIds.has(each.incidentId)) return [];
    const isPosted = (key: string) =>
      posts.some(
        ({ components, resolvedAt }) =>
          components.includes(key) && (resolvedAt === null || resolvedAt > each.startedAt),
      );
    const components = each.components.filter((key) => !isPosted(key));
    return components.length === 0 ? [] : [{ ...each, components }];
  });
}

function postOf(due: readonly Running[]): AutomaticPost | null {
  const [first, ...others] = due;
  if (!first) return null;
  const components = [...new Set(due.flatMap((each) => each.components))];
  const otherIncidentIds = others.map(({ incidentId }) => incidentId);
  return { components, incidentId: first.incidentId, otherIncidentIds, startedAt: first.startedAt };
}
