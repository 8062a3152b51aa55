import type { OrderInput } from '@farwatch/core/contracts/api/payments';
import type { Offer } from '@farwatch/core/decisions/payments/plans';
import { ACCOUNT_QUERY } from '@farwatch/core/values/account';
import { checkoutPath, PATHS } from '../../lib/navigation/paths.ts';

/** The page's origin, and the language and the account in its address or null. */
type PageAddress = { origin: string; language: string | null; account: string | null };

/**
 * The body of `POST /payment/create`. The order's id is the plan's name with the minute (UTC). The payer returns to
 * /payment-success, or after cancelling to the same plan at /checkout.
 */
export function orderRequest(offer: Offer, page: PageAddress, nowMs: number): OrderInput {
  const minute = new Date(nowMs).toISOString().slice(0, 16).replace(/\D/g, '');
  const returnUrl = (path: string) => {
    const url = new URL(path, page.origin);
    if (page.language !== null) url.searchParams.set('lng', page.language);
    if (page.account !== null) url.searchParams.set(ACCOUNT_QUERY, page.account);
    return url;
  };
  const cancelUrl = returnUrl(checkoutPath(offer));
  cancelUrl.searchParams.set('cancelled', '1');
  return {
    price: offer.price,
    currency: 'USD',
    planName: offer.name,
    orderId: `${offer.name}-${minute}`,
    orderDescription: `${offer.name}, Monthly subscription`,
    successUrl: returnUrl(PATHS.paymentSuccess).href,
    cancelUrl: cancelUrl.href,
  };
}

/** The invoice's address if it is safe to open; otherwise null. */
export function invoiceAddress(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
