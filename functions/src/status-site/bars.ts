import type { SnapshotComponent } from '@farwatch/core/documents/snapshot';
import type { StatusPageTexts } from '@farwatch/core/texts/status-page/status-page-texts';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { addDays } from '@farwatch/core/values/zone';
import type { Format } from './format.ts';
import { type Html, html } from './html.ts';

type BarKind = 'up' | 'short' | 'down' | 'none';

/** A day with at least this uptime has had a short outage at most, percent. */
const SHORT_FROM = 98;
const HEIGHT = 32;
/** Of a bar with the gap after it, in the picture's own units. */
const STEP = 10;
const GAP = 3;
/** The class and height of each kind, of which the style has the color and the same height. */
const KINDS: Record<BarKind, { name: string; height: number }> = {
  up: { name: 'u', height: 24 },
  short: { name: 's', height: 28 },
  down: { name: 'd', height: 32 },
  none: { name: 'g', height: 10 },
};

type Context = { today: string; texts: StatusPageTexts; format: Format };

/**
 * The last 90 days of a component as a picture: one dashed line for adjacent days of a kind, so that a page of a hundred
 * components stays small. Days with an outage have a tooltip.
 */
export function barsOf({ uptime, downSec }: SnapshotComponent['days'], { today, texts, format }: Context): Html {
  const missing = Math.max(0, STATUS_PAGE.days - uptime.length);
  const kinds = [...Array<BarKind>(missing).fill('none'), ...uptime.map((each, index) => kindOf(each, downSec[index]))];
  const lines = (Object.keys(KINDS) as BarKind[]).map((kind) => lineOf(kinds, kind));
  const tips = kinds.map((kind, index) => {
    const [sec = 0, percent = 0] = [downSec[index - missing], uptime[index - missing]];
    if (kind === 'up' || kind === 'none') return null;
    const day = format.day(addDays(today, index - kinds.length + 1));
    const text = texts.dayDown({ day, duration: format.duration(sec), percent: format.percent(percent) });
    return html`<rect x="${index * STEP}" width="${STEP}" height="${HEIGHT}"><title>${text}</title></rect>`;
  });
  const outages = tips.filter((tip) => tip !== null).length;
  const unknown = kinds.filter((kind) => kind === 'none').length;
  const label = texts.bars({ days: kinds.length, outages, unknown });
  return html`<div class="bars"><svg viewBox="0 0 ${kinds.length * STEP - GAP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${lines}${tips}</svg></div>`;
}

/** What the kinds of bars mean. */
export function barLegend({ legend }: StatusPageTexts): Html {
  const entries = (Object.keys(KINDS) as BarKind[]).map((kind) => {
    const { name, height } = KINDS[kind];
    const bar = html`<rect class="${name}" y="${HEIGHT - height}" width="14" height="${height}"/>`;
    return html`<li><svg viewBox="0 0 14 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bar}</svg>${legend[kind]}</li>`;
  });
  return html`<ul class="legend">${entries}</ul>`;
}

function kindOf(uptime: number, downSec = 0): BarKind {
  if (uptime < 0) return 'none';
  if (downSec <= 0) return 'up';
  return uptime >= SHORT_FROM ? 'short' : 'down';
}

/** A dash is a bar: each move starts the pattern again. */
function lineOf(kinds: readonly BarKind[], kind: BarKind): Html | null {
  const { name, height } = KINDS[kind];
  const y = HEIGHT - height / 2;
  const starts = kinds.flatMap((each, index) => (each === kind && kinds[index - 1] !== kind ? [index] : []));
  if (starts.length === 0) return null;
  const runs = starts.map((start) => {
    const end = kinds.findIndex((each, index) => index > start && each !== kind);
    return `M${start * STEP} ${y}h${((end < 0 ? kinds.length : end) - start) * STEP - GAP}`;
  });
  return html`<path class="${name}" d="${runs.join('')}"/>`;
}
