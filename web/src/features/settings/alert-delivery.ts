import { type DeliveryFailure, deliveryFailure } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert, DropReason } from '@farwatch/core/documents/alert';
import { CHANNEL_FAILURES } from '@farwatch/core/values/channels/channels';
import type { StatusLook } from '../../components/status/status.tsx';

/** The locale key of a detail of the delivery's state, with its values. */
export type DeliveryDetail =
  | { key: 'sending' | 'gaveUp' | `dropReason.${DropReason}` }
  | { key: 'sentAt' | 'heldUntil'; atMs: number }
  | { key: 'retryAt'; atMs: number; count: number };

/** `failure`: why the last attempt failed. `detail`: null if the failure alone describes the state. */
export type Delivery = { look: StatusLook; detail: DeliveryDetail | null; failure: DeliveryFailure | null };

type Input = Pick<
  Alert,
  'state' | 'dropReason' | 'attempts' | 'nextAt' | 'lastError' | 'lastErrorBy' | 'createdAt' | 'finishedAt'
>;

/**
 * The alerts, newest first, without the older of those that one message covers or will cover: an outage that becomes
 * more severe while its alert waits.
 */
export function withoutRepeats<Row extends Listed>(alerts: readonly Row[]): Row[] {
  const keys = alerts.map(({ id, incidentId, outage, kind, state, messageId }) =>
    incidentId === null || state === 'dropped' ? id : [incidentId, outage, kind, state, messageId].join(' '),
  );
  return alerts.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

type Listed = { id: string } & Pick<Alert, 'incidentId' | 'outage' | 'kind' | 'state' | 'messageId'>;

/** Temporary failures are retried for 24 hours. */
const isTemporary = (failure: DeliveryFailure) => failure !== 'off' && CHANNEL_FAILURES[failure].isTemporary;

/** The state of an alert's delivery, and why. */
export function deliveryOf(alert: Input, nowMs: number): Delivery {
  const { state, attempts, createdAt } = alert;
  const nextAt = alert.nextAt ?? createdAt;
  const failure = deliveryFailure(alert);
  switch (state) {
    case 'sent':
      return { look: 'up', detail: { key: 'sentAt', atMs: alert.finishedAt ?? createdAt }, failure };
    case 'deferred':
      return { look: 'pending', detail: { key: 'heldUntil', atMs: nextAt }, failure: null };
    case 'dropped':
      return { look: 'none', detail: { key: `dropReason.${alert.dropReason ?? 'over'}` }, failure: null };
    case 'dead':
      return { look: 'down', detail: failure && isTemporary(failure) ? { key: 'gaveUp' } : null, failure };
    case 'waiting': {
      if (attempts === 0) return { look: 'pending', detail: { key: 'sending' }, failure: null };
      return {
        look: 'partial',
        detail: nextAt > nowMs ? { key: 'retryAt', atMs: nextAt, count: attempts } : { key: 'sending' },
        failure,
      };
    }
  }
}
