import type { SnapshotComponent } from '@farwatch/core/documents/snapshot';
import type { StatusPageTexts } from '@farwatch/core/texts/status-page/status-page-texts';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { addDays } from '@farwatch/core/values/zone';
import type { Format } from './format.ts';
import { type Html, html } from './html.ts';

type BarKind = 'up' | 'short' | 'down' | 'none';

/** A day that was down for less has a short outage, s. Its uptime does not show it: a day may have started a minute ago. */
const SHORT_BELOW_SEC = 1800;
const HEIGHT = 4;
/** Between two bars, in days. */
const GAP = 0.3;
/** A component that had more days with outages names the newest ones: a longer list does not help people who listen to it. */
const NAMED_DAYS = 20;
/** The class and height of each kind, of which the style has the color and the same height. */
const KINDS: Record<BarKind, { name: string; height: number }> = {
  up: { name: 'u', height: 3 },
  short: { name: 's', height: 3.5 },
  down: { name: 'd', height: 4 },
  none: { name: 'g', height: 1.25 },
};

type Context = { today: string; texts: StatusPageTexts; format: Format };

/**
 * The last 90 days of a component as a picture, small enough that a page of a hundred components stays so: a line over
 * all known days, which the style cuts into bars, and those of other kinds drawn over it. Its title, which is its tooltip
 * too, names the days with outages.
 */
export function barsOf({ uptime, downSec }: SnapshotComponent['days'], { today, texts, format }: Context): Html {
  const missing = Math.max(0, STATUS_PAGE.days - uptime.length);
  const kinds = [...Array<BarKind>(missing).fill('none'), ...uptime.map((each, index) => kindOf(each, downSec[index]))];
  const outages = kinds.flatMap((kind, index) => {
    if (kind === 'up' || kind === 'none') return [];
    const day = format.day(addDays(today, index - kinds.length + 1));
    return [texts.dayDown({ day, duration: format.duration(downSec[index - missing] ?? 0) })];
  });
  const title = texts.bars({
    days: kinds.length,
    outages: outages.length,
    named: outages.slice(-NAMED_DAYS),
    unknown: kinds.filter((kind) => kind === 'none').length,
  });
  const lines = [
    lineOf(kinds, (kind) => kind !== 'none', null),
    ...(['short', 'down', 'none'] as const).map((kind) => lineOf(kinds, (each) => each === kind, KINDS[kind].name)),
  ];
  return html`<svg viewBox="0 0 ${kinds.length - GAP} ${HEIGHT}" preserveAspectRatio="none" role="img"><title>${title}</title>${lines}</svg>`;
}

/** What the kinds of bars mean. */
export function barLegend({ legend }: StatusPageTexts): Html {
  const entries = (Object.keys(KINDS) as BarKind[]).map((kind) => {
    const { name, height } = KINDS[kind];
    const bar = html`<rect class="${name}" y="${HEIGHT - height}" width="1" height="${height}"/>`;
    return html`<li><svg viewBox="0 0 1 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bar}</svg>${legend[kind]}</li>`;
  });
  return html`<ul class="legend">${entries}</ul>`;
}

function kindOf(uptime: number, downSec = 0): BarKind {
  if (uptime < 0) return 'none';
  if (downSec <= 0) return 'up';
  return downSec < SHORT_BELOW_SEC ? 'short' : 'down';
}

/** A line over adjacent days, at the bottom: the style makes it twice as wide as its bars are high. */
function lineOf(kinds: readonly BarKind[], isOn: (kind: BarKind) => boolean, name: string | null): Html | null {
  let end = 0;
  const runs = kinds.flatMap((kind, start) => {
    if (!isOn(kind) || start < end) return [];
    const move = end === 0 ? `M${start} ${HEIGHT}` : `m${start - end} 0`;
    const off = kinds.findIndex((each, index) => index > start && !isOn(each));
    end = off < 0 ? kinds.length : off;
    return `${move}h${end - start}`;
  });
  if (runs.length === 0) return null;
  return html`<path${name !== null && html` class="${name}"`} d="${runs.join('')}"/>`;
}
