import { paymentCalls } from '@farwatch/core/contracts/api/payments';
import type { Offer } from '@farwatch/core/decisions/payments/plans';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { canKeepClaims, keepClaim } from '../../lib/orders/claim-store.ts';
import { rememberOrder } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session/session.ts';
import { invoiceAddress, orderRequest } from './order-request.ts';

/** Why no order was created: nothing to pay, its secret cannot be stored, or the call failed. */
export type OrderProblem = 'empty' | 'not-kept' | ApiFailure;

/** Creates an order and opens its invoice; `busy` until the browser has left. */
export function useOrder(offer: Offer, language: string | null) {
  const uid = useUid();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<OrderProblem | null>(null);

  useEffect(() => {
    // A user who goes back from the invoice may get this page as it was left.
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  /**
   * The invoice's address; null if the order's secret could not be stored, so that its payment could not be claimed.
   */
  async function order(): Promise<string | null> {
    const request = orderRequest(offer, { origin: window.location.origin, language }, Date.now());
    const answer = await callApi(paymentCalls.order, { body: request });
    const address = invoiceAddress(answer.invoice_url);
    if (address === null) throw new ApiFailure('invoice_missing');
    const { claim, claim_until } = answer;
    if (claim !== null && !keepClaim(claim, Date.parse(claim_until ?? ''))) return null;
    rememberOrder({ id: answer.id, uid });
    return address;
  }

  async function proceed() {
    if (offer.price <= 0) return setFailure('empty');
    if (uid === null && !canKeepClaims()) return setFailure('not-kept');
    setBusy(true);
    setFailure(null);
    try {
      const address = await order();
      if (address !== null) return window.location.assign(address);
      setFailure('not-kept');
      setBusy(false);
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure('unexpected'));
      setBusy(false);
    }
  }

  return { busy, failure, proceed: () => void proceed() };
}
