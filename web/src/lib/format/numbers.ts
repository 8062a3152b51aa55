/** A percentage with as many decimals as tell it from 100: '100', '99.98', '97.5'. Rounded down, so that 100 means all of it. */
export function percent(value: number): string {
  if (value >= 100) return '100';
  const decimals = value >= 99 ? 2 : 1;
  const step = 10 ** decimals;
  return (Math.floor(Math.max(0, value) * step + 1e-9) / step).toFixed(decimals);
}

/** A percentage to one decimal: '100.0', '97.5'. Rounded down, so that 100.0 means all of it. */
export function percentToTenth(value: number): string {
  return (Math.floor(Math.max(0, value) * 10 + 1e-9) / 10).toFixed(1);
}
