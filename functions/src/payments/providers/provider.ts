import type { Notification } from '@farwatch/core/decisions/payments/decide-notification';

/** What is to be paid, and where the payer and the provider's notifications go. */
export type InvoiceRequest = {
  /** Comes back in every notification. */
  orderId: string;
  amountUsd: number;
  description: string;
  notifyUrl: string;
  successUrl: string;
  cancelUrl: string;
};

/** Why there is no invoice: the provider refuses or does not answer, or its answer has no address to pay at. */
type InvoiceFailure = 'payment_failed' | 'invoice_missing';

export type InvoiceResult =
  | { ok: true; invoiceId: string; invoiceUrl: string }
  /** `technical` is for the log and the caller: it names no key. */
  | { ok: false; failure: InvoiceFailure; technical: string };

/** A request as it arrived, not parsed yet. */
export type RawNotification = { text: string; header(name: string): string | undefined };

/**
 * A notification; `forged` if the provider did not sign it, `unread` if it did but it is not about a payment that we
 * know.
 */
export type ReadNotification = Notification | 'forged' | 'unread';

/** A payment provider. Another one is another folder next to this file. */
export type PaymentProvider = {
  /** Does not throw. */
  createInvoice(request: InvoiceRequest): Promise<InvoiceResult>;
  readNotification(raw: RawNotification): ReadNotification;
};
