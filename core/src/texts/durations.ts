import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../values/time.ts';
import { wallClock } from '../values/zone.ts';
import type { DurationUnits } from './locales/locale-texts.ts';

/** A duration in its two largest units, such as '2 h 5 min' or '1 min 7 s'; below a second '0 s'. */
export function formatDuration(ms: number, units: DurationUnits): string {
  const parts: [number, string][] = [
    [Math.floor(ms / DAY_MS), units.d],
    [Math.floor((ms % DAY_MS) / HOUR_MS), units.h],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), units.min],
    [Math.floor((ms % MINUTE_MS) / SECOND_MS), units.s],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return `0${units.s}`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}

/** A timestamp in a time zone, with its distance from UTC: '2026-11-20 08:30 UTC', '2026-11-20 16:30 UTC+8'. */
export function formatTimestamp(atMs: number, timeZone = 'UTC'): string {
  const offsetMs = wallClock(timeZone).offsetMs(atMs);
  const local = new Date(atMs + offsetMs).toISOString().slice(0, 16).replace('T', ' ');
  return `${local} UTC${offsetText(Math.round(offsetMs / MINUTE_MS))}`;
}

function offsetText(offsetMin: number): string {
  if (offsetMin === 0) return '';
  const [hours, minutes] = [Math.floor(Math.abs(offsetMin) / 60), Math.abs(offsetMin) % 60];
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${offsetMin < 0 ? '-' : '+'}${hours}${rest}`;
}
