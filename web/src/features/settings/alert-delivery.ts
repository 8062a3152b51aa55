import { type DeliveryFailure, deliveryFailure } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert, SilencedBy } from '@farwatch/core/documents/alert';
import { CHANNEL_FAILURES } from '@farwatch/core/values/channels/channels';
import type { StatusLook } from '../../components/status/status.tsx';

/** The text of a delivery's state, by its key. */
export type Told =
  | { text: 'sending' | 'gaveUp' | `silencedBy.${SilencedBy}` }
  | { text: 'sentAt' | 'heldUntil'; atMs: number }
  | { text: 'retryAt'; atMs: number; count: number };

/** `failure`: why the last attempt failed. `told`: the state's text, null if the failure says it all. */
export type Delivery = { look: StatusLook; told: Told | null; failure: DeliveryFailure | null };

type Given = Pick<
  Alert,
  'state' | 'silencedBy' | 'attempts' | 'nextAt' | 'lastError' | 'lastErrorBy' | 'createdAt' | 'finishedAt'
>;

/** Whether the failure is temporary: an alert is given up because of it only after 24 hours of retries. */
const passes = (failure: DeliveryFailure) => failure !== 'off' && CHANNEL_FAILURES[failure].passes;

/** The state of an alert's delivery, and why. */
export function deliveryOf(alert: Given, nowMs: number): Delivery {
  const { state, attempts, createdAt } = alert;
  const nextAt = alert.nextAt ?? createdAt;
  const failure = deliveryFailure(alert);
  switch (state) {
    case 'sent':
      return { look: 'up', told: { text: 'sentAt', atMs: alert.finishedAt ?? createdAt }, failure };
    case 'deferred':
      return { look: 'pending', told: { text: 'heldUntil', atMs: nextAt }, failure: null };
    case 'silenced':
      return { look: 'none', told: { text: `silencedBy.${alert.silencedBy ?? 'over'}` }, failure: null };
    case 'dead':
      return { look: 'down', told: failure && passes(failure) ? { text: 'gaveUp' } : null, failure };
    case 'waiting': {
      if (attempts === 0) return { look: 'pending', told: { text: 'sending' }, failure: null };
      const again = nextAt > nowMs;
      return {
        look: 'partial',
        told: again ? { text: 'retryAt', atMs: nextAt, count: attempts } : { text: 'sending' },
        failure,
      };
    }
  }
}
