import { overallStatus, shownStatus } from '@farwatch/core/decisions/status-page/shown-status';
import type { Snapshot, SnapshotComponent } from '@farwatch/core/documents/snapshot';
import { STATUS_PAGE_TEXTS, type StatusPageTexts } from '@farwatch/core/texts/status-page/status-page-texts';
import type { OverallStatus } from '@farwatch/core/values/status-page/overall-status';
import { BADGE_COLORS, type BadgeQuery, type BadgeRange } from './badge.ts';
import { formatPercent } from './format.ts';

type Content = { label: string; value: string; color: string };

const FIELDS = { '24h': 'hours24', '7d': 'days7', '30d': 'days30', '90d': 'days90' } as const satisfies Record<
  BadgeRange,
  keyof SnapshotComponent['uptime']
>;
const OVERALL_COLORS: Record<OverallStatus, string> = {
  up: BADGE_COLORS.up,
  someUnknown: BADGE_COLORS.unknown,
  unknown: BADGE_COLORS.unknown,
  maintenance: BADGE_COLORS.maintenance,
  incident: BADGE_COLORS.partial,
  partial: BADGE_COLORS.partial,
  someDown: BADGE_COLORS.down,
  allDown: BADGE_COLORS.down,
};
/** Uptime from which a badge is green, and from which amber, percent. */
const [GOOD, FAIR] = [99.5, 98];

/**
 * The content of the badge of a page, or of one of its components; null if there is no such component or the page does not show
 * that value. Of a page, uptime and response time are the means of its components.
 */
export function badgeContent(
  snapshot: Snapshot,
  { key, query, nowMs }: { key: string | null; query: BadgeQuery; nowMs: number },
): Content | null {
  const all = snapshot.groups.flatMap(({ components }) => components);
  const shown = key === null ? all : all.filter((each) => each.key === key);
  const [only] = shown;
  if (key !== null && !only) return null;
  const texts = STATUS_PAGE_TEXTS[query.language ?? snapshot.language];
  const content = contentOf(snapshot, { query, texts, shown, only: key === null ? null : (only ?? null), nowMs });
  if (content === null) return null;
  const { label = content.label } = query;
  return { ...content, label, color: query.color === undefined ? content.color : `#${query.color}` };
}

/** `only`: the component that the badge is about, null for the page. */
type Subject = {
  query: BadgeQuery;
  texts: StatusPageTexts;
  shown: readonly SnapshotComponent[];
  only: SnapshotComponent | null;
  nowMs: number;
};

function contentOf(snapshot: Snapshot, { query, texts, shown, only, nowMs }: Subject): Content | null {
  const { badge } = texts;
  if (query.type === 'uptime') {
    if (!snapshot.showsUptime) return null;
    const value = meanOf(shown.map(({ uptime }) => uptime[FIELDS[query.range]]));
    return valueContent(badge.uptime[query.range], value, { texts, write: formatPercent, color: uptimeColor });
  }
  if (query.type === 'response') {
    if (!snapshot.showsResponseTime) return null;
    const value = meanOf(shown.map(({ responseMs }) => responseMs));
    const write = (ms: number) => `${Math.round(ms)} ms`;
    return valueContent(badge.response, value, { texts, write, color: () => BADGE_COLORS.up });
  }
  if (only === null) {
    const overall = overallStatus(snapshot, nowMs);
    return { label: badge.label, value: texts.overall[overall], color: OVERALL_COLORS[overall] };
  }
  const status = shownStatus(only, snapshot.maintenance, nowMs);
  const color = status === 'paused' ? BADGE_COLORS.unknown : BADGE_COLORS[status];
  return { label: only.name, value: texts.component[status], color };
}

type Writing = { texts: StatusPageTexts; write(value: number): string; color(value: number): string };

function valueContent(label: string, value: number | null, { texts, write, color }: Writing): Content {
  if (value === null) return { label, value: texts.badge.unknown, color: BADGE_COLORS.unknown };
  return { label, value: write(value), color: color(value) };
}

function uptimeColor(value: number): string {
  if (value >= GOOD) return BADGE_COLORS.up;
  return value >= FAIR ? BADGE_COLORS.partial : BADGE_COLORS.down;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
