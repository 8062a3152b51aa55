import { paymentCalls } from '@farwatch/core/api/payments';
import type { Offer } from '@farwatch/core/payments/plans';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { canKeepClaims, keepClaim } from '../../lib/orders/claim-store.ts';
import { rememberOrder } from '../../lib/orders/last-order.ts';
import { useUid } from '../../lib/session.ts';
import { invoiceAddress, orderRequest } from './order-request.ts';

/** Why no order was made: nothing to pay, nowhere to keep it, or a failed call. */
export type OrderProblem = 'empty' | 'not-kept' | ApiFailure;

/** Makes an order and sends the browser to its invoice; `busy` until it is there. */
export function useOrder(offer: Offer, language: string | null) {
  const { t } = useTranslation();
  const uid = useUid();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<OrderProblem | null>(null);

  useEffect(() => {
    // Who goes back from the invoice may get this page as they left it.
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  async function order(): Promise<string> {
    const description = `${t('product')} ${offer.name}, ${t('checkout.lineItem')}`;
    const request = orderRequest(offer, description, { origin: window.location.origin, language }, Date.now());
    const answer = await callApi(paymentCalls.order, { body: request });
    const address = invoiceAddress(answer.invoice_url);
    if (address === null) throw new ApiFailure('invoice_missing');
    if (answer.claim !== null) keepClaim(answer.claim, Date.parse(answer.claim_until ?? ''));
    rememberOrder({ id: answer.id, uid });
    return address;
  }

  async function proceed() {
    if (offer.price <= 0) return setFailure('empty');
    if (uid === null && !canKeepClaims()) return setFailure('not-kept');
    setBusy(true);
    setFailure(null);
    try {
      window.location.assign(await order());
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure('unexpected'));
      setBusy(false);
    }
  }

  return { busy, failure, proceed: () => void proceed() };
}
