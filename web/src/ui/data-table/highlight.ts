import { useState } from 'react';

/** Styles that briefly highlight a row when its value changes; none at first. */
export function useHighlight(value: string): { animation?: string } {
  const [last, setLast] = useState({ value, changes: 0 });
  if (last.value !== value) setLast({ value, changes: last.changes + 1 });
  if (last.changes === 0) return {};
  // Two names for the same animation: browsers restart it only if the name changes.
  return { animation: `${last.changes % 2 ? 'highlightOdd' : 'highlightEven'} 1200ms ease-out` };
}
