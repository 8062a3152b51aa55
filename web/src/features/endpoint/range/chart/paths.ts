/** A point of a line in px; `y` null where it is interrupted. */
type At = { x: number; y: number | null };

/** How far a point without neighbours is drawn to each side, px. */
const ALONE_PX = 3;

/** The SVG path of a line through all neighbours that are known; a point without a neighbour is a short dash. */
export function linePath(points: readonly At[]): string {
  return runs(points)
    .map((run) => {
      const [only] = run;
      if (run.length === 1 && only) return `M${px(only.x - ALONE_PX)} ${px(only.y)}h${2 * ALONE_PX}`;
      return `M${run.map(({ x, y }) => `${px(x)} ${px(y)}`).join('L')}`;
    })
    .join('');
}

/** The SVG path of the areas between two lines that are known at the same points. */
export function areaPath(top: readonly At[], bottom: readonly At[]): string {
  const bottomOf = new Map(bottom.map(({ x, y }) => [x, y]));
  return runs(top)
    .map((run) => {
      const [only] = run;
      const wide = run.length === 1 && only ? [-ALONE_PX, ALONE_PX].map((by) => ({ ...only, x: only.x + by })) : run;
      const below = wide.map(({ x }, index) => `${px(x)} ${px(bottomOf.get(run[index]?.x ?? only?.x ?? x) ?? 0)}`);
      return `M${wide.map(({ x, y }) => `${px(x)} ${px(y)}`).join('L')}L${below.toReversed().join('L')}Z`;
    })
    .join('');
}

type Known = { x: number; y: number };

/** Neighbours that are known, together. */
function runs(points: readonly At[]): Known[][] {
  const all: Known[][] = [];
  let isOpen = false;
  for (const { x, y } of points) {
    if (y !== null) {
      if (isOpen) all.at(-1)?.push({ x, y });
      else all.push([{ x, y }]);
    }
    isOpen = y !== null;
  }
  return all;
}

/** Rounded, because a year of points would otherwise be tens of kilobytes of digits. */
function px(value: number): number {
  return Math.round(value * 10) / 10;
}
