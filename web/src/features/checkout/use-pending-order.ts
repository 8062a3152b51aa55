import { type PaymentEntry, paymentCalls } from '@farwatch/core/contracts/api/payments';
import { SECOND_MS } from '@farwatch/core/values/time';
import useSWR from 'swr';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useNewestClaim } from '../../lib/orders/claim-store.ts';
import { useUid } from '../../lib/session/session.ts';

const ASK_EVERY_MS = 5 * SECOND_MS;

/** `isKept`: this browser stores the secret of an unclaimed order. `order` is undefined until its state is known. */
type KeptOrder = { isKept: boolean; order: PaymentEntry | undefined; error: unknown };

/** The state, polled, of the newest order made signed out in this browser; none when signed in. */
export function useKeptOrder(): KeptOrder {
  const uid = useUid();
  const newest = useNewestClaim();
  const claim = uid === null ? newest : null;
  const ask = claim === null ? null : () => callApi(paymentCalls.orderStatus, { body: { claim } });
  const { data, error } = useSWR(claim === null ? null : ['order', claim], ask, { refreshInterval: ASK_EVERY_MS });
  const isGone = error instanceof ApiFailure && error.code === 'claim_refused';
  return { isKept: claim !== null && !isGone, order: isGone ? undefined : data, error };
}
