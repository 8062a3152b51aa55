import { clip } from '../../values/clip.ts';
import { floorTo } from '../../values/floor-to.ts';
import { type Language, ownDigits, tagOf } from '../../values/languages.ts';
import type { Summary, SummaryDay, SummaryMonitor } from '../../values/summary/summary.ts';
import { addDays } from '../../values/zone.ts';
import { formatDuration } from '../durations.ts';
import { SERVER_TEXTS } from '../server/server-texts.ts';
import type { Texts } from '../texts.ts';

/** A monitor's line. `change`: '▲ 0.02'. `note`: how often and how long it was down. */
export type SummaryRow = {
  id: string;
  name: string;
  uptime: string;
  change: string;
  note: string;
  days: readonly SummaryDay[];
};

/** A line of a section, and the path of the page about it in the app. */
export type SummaryLine = { text: string; path: string };

/**
 * A summary as text. `period`: its days. `columns`: short names of the days, of a week only. `more`: how many monitors
 * are not listed, empty for none.
 */
export type SummaryContent = {
  period: string;
  metrics: readonly { label: string; value: string; note: string }[];
  columns: readonly string[];
  rows: readonly SummaryRow[];
  more: string;
  sections: readonly { title: string; lines: readonly SummaryLine[] }[];
};

/** The content of a summary in one language. */
export function summaryContent(summary: Summary, texts: Texts): SummaryContent {
  const labels = SERVER_TEXTS[texts.language].summary;
  const { kind, totals, monitorCount, monitors } = summary;
  const points = changeText(totals.change);
  const change = points === '' ? labels.unchanged[kind] : labels.change[kind](points);
  const hidden = monitorCount - monitors.length;
  return {
    period: periodText(summary, texts.language),
    metrics: [
      { label: labels.uptime, value: percentText(totals.uptime), note: totals.change === null ? '' : change },
      { label: labels.outages, value: String(totals.outages), note: '' },
      {
        label: labels.downtime,
        value: totals.downtimeMs === 0 ? labels.noDowntime : formatDuration(totals.downtimeMs, texts.durations),
        note: '',
      },
      { label: labels.monitors, value: String(monitorCount), note: '' },
    ],
    columns: columnsOf(summary, texts.language),
    rows: monitors.map((monitor) => rowOf(monitor, texts)),
    more: hidden > 0 ? labels.more(hidden) : '',
    sections: sectionsOf(summary, texts).filter(({ lines }) => lines.length > 0),
  };
}

/** A percentage as the app shows it, rounded down, so that 100 means all: '99.98%'. A dash if it is unknown. */
function percentText(uptime: number | null): string {
  return uptime === null ? '–' : `${floorTo(uptime, 2).toFixed(2)}%`;
}

/** Percentage points with an arrow; empty for no change that two decimals show. */
function changeText(change: number | null): string {
  const shown = Math.abs(change ?? 0).toFixed(2);
  if (change === null || shown === '0.00') return '';
  return `${change > 0 ? '▲' : '▼'} ${shown}`;
}

/** 'Nov 16 – Nov 22, 2026', or 'November 2026'. */
function periodText({ kind, firstDay, lastDay }: Summary, language: Language): string {
  if (kind === 'monthly') return dayFormat(language, { month: 'long', year: 'numeric' }).format(new Date(firstDay));
  const day = dayFormat(language, { month: 'short', day: 'numeric' });
  const date = dayFormat(language, { month: 'short', day: 'numeric', year: 'numeric' });
  const named = (text: string) => ({ day: day.format(new Date(text)), date: date.format(new Date(text)) });
  return SERVER_TEXTS[language].summary.period({ from: named(firstDay), to: named(lastDay) });
}

function columnsOf({ kind, firstDay }: Summary, language: Language): string[] {
  if (kind === 'monthly') return [];
  const format = dayFormat(language, { weekday: 'short' });
  return Array.from({ length: 7 }, (_, day) => cellName(format.format(new Date(addDays(firstDay, day)))));
}

/** A weekday's name as it fits a seventh of a phone: Bengali has a long one, বৃহস্পতি, which is cut to বৃহ. as people do. */
function cellName(name: string): string {
  return name.length < 7 ? name : `${clip(name, 3)}.`;
}

/** The app's pages (web/src/lib/navigation/paths.ts). */
function monitorPath(id: string): string {
  return `/monitor/${id}`;
}

function incidentPath(id: string): string {
  return `/incidents?incident=${id}`;
}

function dayFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tagOf(language), { ...options, timeZone: 'UTC' });
}

function rowOf({ id, name, uptime, change, outages, downtimeMs, days }: SummaryMonitor, texts: Texts): SummaryRow {
  const labels = SERVER_TEXTS[texts.language].summary;
  const isDown = downtimeMs > 0;
  const note = isDown
    ? `${labels.outageCount(outages)}${labels.comma}${ownDigits(texts.language, formatDuration(downtimeMs, texts.durations))}`
    : '';
  return { id, name, uptime: percentText(uptime), change: changeText(change), note, days };
}

function sectionsOf(summary: Summary, texts: Texts): SummaryContent['sections'] {
  const labels = SERVER_TEXTS[texts.language].summary;
  const { kind, timeZone, outages, slower, slow, gaps, certificates } = summary;
  const tag = tagOf(texts.language);
  const date = { month: 'short', day: 'numeric' } as const;
  const time = { ...date, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const minute = new Intl.DateTimeFormat(tag, time);
  const day = new Intl.DateTimeFormat(tag, { ...date, year: 'numeric', timeZone });
  const ms = (value: number) => `${Math.round(value)} ms`;
  const outageLines = outages.map(({ incidentId, endpoint, startedAt, durationMs, isRunning }) => {
    const values = { endpoint, isRunning, since: minute.format(startedAt) };
    const text = labels.outage({ ...values, duration: formatDuration(durationMs, texts.durations) });
    return { text, path: incidentPath(incidentId) };
  });
  const slowerLines = slower.map(({ id, name, p95Ms, p95BeforeMs }) => {
    return { text: labels.percentile({ name, before: ms(p95BeforeMs), now: ms(p95Ms) }), path: monitorPath(id) };
  });
  const slowLines = slow.map(({ id, name, slowMs }) => {
    const text = labels.named({ name, value: formatDuration(slowMs, texts.durations) });
    return { text, path: monitorPath(id) };
  });
  const gapLines = gaps.map(({ id, name, unknownMs }) => {
    const text = labels.named({ name, value: formatDuration(unknownMs, texts.durations) });
    return { text, path: monitorPath(id) };
  });
  const certificateLines = certificates.map(({ incidentId, endpoint, endsAt }) => {
    return { text: labels.named({ name: endpoint, value: day.format(endsAt) }), path: incidentPath(incidentId) };
  });
  return [
    { title: labels.longest, lines: outageLines },
    { title: labels.slower[kind], lines: slowerLines },
    { title: labels.slow, lines: slowLines },
    { title: labels.gaps, lines: gapLines },
    { title: labels.certificates, lines: certificateLines },
  ];
}
