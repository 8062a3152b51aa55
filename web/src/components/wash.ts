import { useState } from 'react';

/** Styles that wash a row once each time what it shows changes while it is shown; none at first. */
export function useWash(shown: string): { animation?: string } {
  const [seen, setSeen] = useState({ shown, changes: 0 });
  if (seen.shown !== shown) setSeen({ shown, changes: seen.changes + 1 });
  if (seen.changes === 0) return {};
  // Two names for the same motion: a browser restarts an animation only if its name changes.
  return { animation: `${seen.changes % 2 ? 'washOdd' : 'washEven'} 1200ms ease-out` };
}
