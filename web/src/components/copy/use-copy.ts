import { SECOND_MS } from '@farwatch/core/time';
import { useEffect, useState } from 'react';

const SHOWN_MS = 3 * SECOND_MS;

type Outcome = { how: 'copied' | 'failed'; times: number } | null;

/**
 * Copies a text. `outcome` tells for three seconds whether that worked, otherwise null. `near`: the pressed element.
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

/**
 * Copies a text and returns whether that worked. Without a secure origin, or if the browser refuses, the text is
 * selected beside `near` and copied with execCommand: in a dialog the focus may not move elsewhere.
 */
async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, near);
  }
}

function copySelected(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  near.before(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  near.focus();
  return copied;
}
