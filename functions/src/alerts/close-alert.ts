import type { SilencedBy } from '@farwatch/core/documents/alert';
import { RETENTION } from '@farwatch/core/values/limits';
import { alerts } from '../db/collections.ts';

/** The fields of an alert that was sent, or never will be, with the rest of what is known. */
export function closeAlert(
  state: 'sent' | 'silenced' | 'dead',
  nowMs: number,
  more: Parameters<typeof alerts.toUpdate>[0] = {},
) {
  const keptForMs = state === 'sent' ? RETENTION.sentAlertMs : RETENTION.alertMs;
  const ended = { state, nextAt: null, finishedAt: nowMs, expireAt: nowMs + keptForMs };
  return alerts.toUpdate({ ...more, ...ended, ...(state !== 'silenced' && { silencedBy: null }) });
}

/** The same for one that is not sent. */
export function silenceAlert(by: SilencedBy, nowMs: number) {
  return closeAlert('silenced', nowMs, { silencedBy: by });
}
