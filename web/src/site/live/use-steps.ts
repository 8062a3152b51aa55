import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMedia } from '../../lib/media.ts';
import type { Step } from './story.ts';

const SHOWN_FIRST = 'told';

/**
 * Goes through the steps, each for its time, from the outage on and round again. Nothing moves if less motion is
 * preferred, while it is paused, or while the page is hidden.
 */
export function useSteps(steps: readonly Step[]) {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const visible = useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => false,
  );
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      steps.findIndex(({ name }) => name === SHOWN_FIRST),
    ),
  );
  const playing = chosen ?? !still;
  const step = steps[index] ?? steps[0];
  const holdMs = step?.holdMs ?? 0;

  useEffect(() => {
    if (!playing || !visible) return;
    const timer = setTimeout(() => setIndex((index + 1) % steps.length), holdMs);
    return () => clearTimeout(timer);
  }, [playing, visible, index, holdMs, steps.length]);

  return { step, index, playing, toggle: () => setChosen(!playing) };
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
