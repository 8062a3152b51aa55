/** The cell that a key moves to in a grid of that many columns; null for another key. It never leaves the grid. */
export function cellAfterKey(key: string, from: number, count: number, columns: number): number | null {
  const last = count - 1;
  const targets: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: last,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  if (target === undefined) return null;
  return target < 0 || target > last ? from : target;
}
