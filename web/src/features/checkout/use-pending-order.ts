import { type PaymentEntry, paymentCalls } from '@farwatch/core/contracts/api/payments';
import { SECOND_MS } from '@farwatch/core/values/time';
import useSWR from 'swr';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useNewestClaim } from '../../lib/orders/claim-store.ts';
import { useUid } from '../../lib/session/session.ts';

/** The order that this browser is paying. */
type PendingOrder = {
  /** Whether this browser stores the secret of an unclaimed order. */
  isPending: boolean;
  /** Undefined until the state of the order is loaded. */
  order: PaymentEntry | undefined;
  error: unknown;
};

/** The state, polled, of the newest order that was created signed out in this browser; none when signed in. */
export function usePendingOrder(): PendingOrder {
  const uid = useUid();
  const newest = useNewestClaim();
  const claim = uid === null ? newest : null;
  const load = claim === null ? null : () => callApi(paymentCalls.orderStatus, { body: { claim } });
  const { data, error } = useSWR(claim === null ? null : ['order', claim], load, { refreshInterval: 5 * SECOND_MS });
  const isRefused = error instanceof ApiFailure && error.code === 'claim_refused';
  return { isPending: claim !== null && !isRefused, order: isRefused ? undefined : data, error };
}
