import { z } from 'zod';

const urlSchema = z.url({ protocol: /^https?$/ });

/** A request for an invoice. */
export const invoiceInputSchema = z.object({
  price_amount: z.number().positive(),
  price_currency: z.string().regex(/^[a-z]{3}$/),
  order_id: z.string(),
  order_description: z.string(),
  ipn_callback_url: urlSchema,
  success_url: urlSchema,
  cancel_url: urlSchema,
});

/** A notification, with the status of its answer. */
export type Sent = { payment_id: number; payment_status: string; status: number };

export type Invoice = z.infer<typeof invoiceInputSchema> & {
  id: string;
  /** The state of its newest payment; null before the first. */
  state: string | null;
  payment_id: number | null;
  /** The part of the price that a partial payment has paid: 0.5 is half. */
  paid_share: number;
  sent: Sent[];
};

/** All invoices by id. As with NOWPayments, ids are long numbers: an invoice's as text, a payment's not. */
export class Invoices {
  readonly all = new Map<string, Invoice>();
  private lastPayment = 5_077_125_050;

  add(input: z.infer<typeof invoiceInputSchema>): Invoice {
    const id = String(4_522_625_843 + this.all.size);
    const invoice: Invoice = { ...input, id, state: null, payment_id: null, paid_share: 0, sent: [] };
    this.all.set(id, invoice);
    return invoice;
  }

  /** Returns the current payment: a new one if there is none, or the last has failed or expired. */
  payment(invoice: Invoice): number {
    const isOver = invoice.state === 'failed' || invoice.state === 'expired';
    if (invoice.payment_id !== null && !isOver) return invoice.payment_id;
    invoice.payment_id = this.nextPayment();
    return invoice.payment_id;
  }

  /** The id of another payment. */
  nextPayment(): number {
    this.lastPayment += 1;
    return this.lastPayment;
  }
}
