import type { Notification } from '@farwatch/core/decisions/payments/decide-notification';

/** What to pay, and the addresses for the payer's return and the provider's notifications. */
export type InvoiceRequest = {
  /** Returned in every notification. */
  orderId: string;
  amountUsd: number;
  description: string;
  notifyUrl: string;
  successUrl: string;
  cancelUrl: string;
};

/** The provider refuses or does not answer, or its answer has no payment address. */
type InvoiceFailure = 'payment_failed' | 'invoice_missing';

export type InvoiceResult =
  | { ok: true; invoiceId: string; invoiceUrl: string }
  /** `technical` is for the log and the caller, and contains no key. */
  | { ok: false; failure: InvoiceFailure; technical: string };

/** A request as it arrived, not parsed yet. */
export type RawNotification = { text: string; header(name: string): string | undefined };

/**
 * A notification; `forged` if the provider did not sign it, `unread` if it is signed but not about an order here.
 */
export type ReadNotification = Notification | 'forged' | 'unread';

/** A payment provider. Another one is another folder next to this file. */
export type PaymentProvider = {
  /** Does not throw. */
  createInvoice(request: InvoiceRequest): Promise<InvoiceResult>;
  readNotification(raw: RawNotification): ReadNotification;
};
