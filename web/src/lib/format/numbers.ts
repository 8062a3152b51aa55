import { floorTo } from '@farwatch/core/values/floor-to';
/** A percentage with two decimals, everywhere the same: '100.00', '99.98', '97.55'. Rounded down, so that 100 means all. */
export function percent(value: number): string {
  return roundedDown(value, 2);
}

/** An agent's uptime, with one decimal: '100.0', '97.5'. Rounded down, so that 100.0 means all. */
export function percentToTenth(value: number): string {
  return roundedDown(value, 1);
}

function roundedDown(value: number, decimals: number): string {
  return floorTo(Math.max(0, value), decimals).toFixed(decimals);
}

/** US dollars as both languages write them: 'US$25.00'. */
export function usd(amount: number): string {
  return `${amount < 0 ? '-' : ''}US$${Math.abs(amount).toFixed(2)}`;
}

/** A file's size: '12.3 MB' with one decimal, below 0.1 MB whole kilobytes, rounded up: '4 KB'. */
export function fileSize(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
