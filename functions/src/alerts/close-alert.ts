import type { FinalState } from '@farwatch/core/decisions/alerts/delivery';
import type { DropReason } from '@farwatch/core/documents/alert';
import { RETENTION } from '@farwatch/core/values/limits';
import { alerts } from '../db/collections.ts';

/** The fields of an alert that is finished, with further changes. */
export function closeAlert(state: FinalState, nowMs: number, changes: Parameters<typeof alerts.toUpdate>[0] = {}) {
  const keptForMs = state === 'sent' ? RETENTION.sentAlertMs : RETENTION.alertMs;
  const closed = { state, nextAt: null, finishedAt: nowMs, expireAt: nowMs + keptForMs };
  return alerts.toUpdate({ ...changes, ...closed, ...(state !== 'dropped' && { dropReason: null }) });
}

/** The fields of an alert that is not sent. */
export function dropAlert(by: DropReason, nowMs: number) {
  return closeAlert('dropped', nowMs, { dropReason: by });
}
