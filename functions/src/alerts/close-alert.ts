import type { Alert } from '@farwatch/core/documents/alert';
import { KEEP } from '@farwatch/core/limits';
import { alerts } from '../db/kinds.ts';

/** The fields of an alert that has come to its end, with what is known of how. */
export function closeAlert(state: 'sent' | 'silenced' | 'dead', nowMs: number, more: Partial<Alert> = {}) {
  return alerts.part({ ...more, state, nextAt: null, finishedAt: nowMs, expireAt: nowMs + KEEP.alertMs });
}
