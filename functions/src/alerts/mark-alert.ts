import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { afterTry, endOf, isNotified, NO_CHANNEL, type Outlet } from '@farwatch/core/decisions/alerts/delivery';
import type { Alert, Delivery, SilencedBy } from '@farwatch/core/documents/alert';
import type { Told } from '@farwatch/core/texts/alert-message';
import { alerts } from '../db/collections.ts';
import { closeAlert } from './close-alert.ts';

/** One of the channels by which an owner's alerts go out now, and all of them. */
export type Outlets = { outlet: Outlet; outlets: readonly Outlet[] };

/** The fields of an alert, as its channel saw it, after a message that was to settle it. */
export function afterMessage(alert: Alert, told: Told, result: SendResult, by: Outlets, nowMs: number) {
  const delivery = afterTry(result, alert.attempts + 1, alert.createdAt, nowMs);
  const { attempts, triedAt } = delivery;
  const isSaid = alert.kind === told.kind && !isNotified(alert);
  const said = isSaid ? { severity: told.severity, values: told.values } : {};
  return afterDelivery(
    alert,
    delivery,
    { attempts, triedAt, ...said, ...errorAfter(alert, result, by.outlet) },
    by,
    nowMs,
  );
}

/** The same for one that its channel is not to send. */
export function afterDrop(alert: Alert, silencedBy: SilencedBy, by: Outlets, nowMs: number) {
  const { attempts, triedAt } = alert;
  return afterDelivery(alert, { state: 'silenced', attempts, triedAt, nextAt: null }, { silencedBy }, by, nowMs);
}

function errorAfter({ lastErrorBy }: Alert, result: SendResult, outlet: Outlet): Partial<Alert> {
  if (result.outcome !== 'sent') {
    return { lastError: result.reason, lastErrorBy: outlet === NO_CHANNEL ? null : outlet };
  }
  const { messageId } = result;
  return { ...(messageId !== null && { messageId }), ...(lastErrorBy === outlet && { lastError: null }) };
}

/** The alert ends with the last of its channels. Where two end at once, whoever looks next closes it. */
function afterDelivery(
  { channels }: Alert,
  delivery: Delivery,
  more: Partial<Alert>,
  { outlet, outlets }: Outlets,
  nowMs: number,
) {
  const fields = { ...more, [`channels.${outlet}` as const]: delivery };
  const end = endOf({ channels: { ...channels, [outlet]: delivery } }, outlets);
  if (end !== null) return closeAlert(end, nowMs, fields);
  return alerts.toUpdate(delivery.state === 'waiting' ? { ...fields, nextAt: delivery.nextAt } : fields);
}
