import { SECOND_MS } from '@farwatch/core/time';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 3 * SECOND_MS;

type Outcome = { how: 'copied' | 'failed'; times: number } | null;

/**
 * Copies a text. `outcome` says for three seconds whether that worked, else null. `near`: the element that was pressed.
 */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(near: HTMLElement) {
    const copied = await copyText(text, near);
    setOutcome((last) => ({ how: copied ? 'copied' : 'failed', times: (last?.times ?? 0) + 1 }));
  }

  return { outcome: outcome?.how ?? null, copy };
}
