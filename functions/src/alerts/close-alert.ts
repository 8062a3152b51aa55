import type { Alert, SilencedBy } from '@farwatch/core/documents/alert';
import { KEEP } from '@farwatch/core/limits';
import { alerts } from '../db/kinds.ts';

/** The fields of an alert that was sent, or never will be, with the rest of what is known. */
export function closeAlert(state: 'sent' | 'silenced' | 'dead', nowMs: number, more: Partial<Alert> = {}) {
  const keptForMs = state === 'sent' ? KEEP.sentAlertMs : KEEP.alertMs;
  return alerts.part({ ...more, state, nextAt: null, finishedAt: nowMs, expireAt: nowMs + keptForMs });
}

/** The same for one that is not sent. */
export function silenceAlert(by: SilencedBy, nowMs: number) {
  return closeAlert('silenced', nowMs, { silencedBy: by });
}
