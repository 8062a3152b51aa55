import { useState } from 'react';

/** Styles that highlight a row briefly each time its value changes while shown; none at first. */
export function useHighlight(shown: string): { animation?: string } {
  const [seen, setSeen] = useState({ shown, changes: 0 });
  if (seen.shown !== shown) setSeen({ shown, changes: seen.changes + 1 });
  if (seen.changes === 0) return {};
  // Two names for the same animation: browsers restart it only if the name changes.
  return { animation: `${seen.changes % 2 ? 'highlightOdd' : 'highlightEven'} 1200ms ease-out` };
}
