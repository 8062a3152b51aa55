import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';

/** The time now, epoch ms. */
export function currentMs(): number {
  return Date.now();
}

const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
] as const;

/** A length of time by its two largest units, such as `2 h 5 min`. */
export function lengthText(ms: number): string {
  const first = UNITS.findIndex(([unit]) => ms >= unit);
  if (first < 0) return '0 s';
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, name] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.join(' ');
}

/** A time in the zone of this computer, to the minute: `2026-11-28 14:02`. */
export function timeText(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
