import { paymentCalls } from '@farwatch/core/contracts/api/payments';
import type { Offer } from '@farwatch/core/decisions/payments/plans';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { canStoreClaims, storeClaim } from '../../lib/orders/claim-store.ts';
import { rememberOrder } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session/session.ts';
import { invoiceAddress, orderRequest } from './order-request.ts';

/** Why no order was created: nothing to pay, its secret could not be stored, or the call failed. */
export type OrderProblem = 'empty' | 'not-stored' | ApiFailure;

/** Creates an order and opens its invoice; `busy` until the browser has left the page. */
export function useOrder(offer: Offer, language: string | null) {
  const uid = useUid();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<OrderProblem | null>(null);

  useEffect(() => {
    // A user who goes back from the invoice may get this page in its previous state.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  /**
   * Returns the invoice's address; null if the order's secret could not be stored, without which it cannot be claimed.
   */
  async function createOrder(): Promise<string | null> {
    const request = orderRequest(offer, { origin: window.location.origin, language }, Date.now());
    const created = await callApi(paymentCalls.order, { body: request });
    const address = invoiceAddress(created.invoiceUrl);
    if (address === null) throw new ApiFailure('invoice_missing');
    const { claim, claimUntil } = created;
    if (claim !== null && !storeClaim(claim, Date.parse(claimUntil ?? ''))) return null;
    rememberOrder({ id: created.id, uid });
    return address;
  }

  async function proceed() {
    if (offer.price <= 0) return setFailure('empty');
    if (uid === null && !canStoreClaims()) return setFailure('not-stored');
    setBusy(true);
    setFailure(null);
    try {
      const address = await createOrder();
      if (address !== null) return window.location.assign(address);
      setFailure('not-stored');
      setBusy(false);
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure('unexpected'));
      setBusy(false);
    }
  }

  return { busy, failure, proceed: () => void proceed() };
}
