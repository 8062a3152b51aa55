import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** The state of a payment as the provider reports it. */
export const paidStateSchema = z.enum([
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'expired',
  'refunded',
]);
export type PaidState = z.infer<typeof paidStateSchema>;

/** The state of an order: `created` until the provider reports anything. */
export const orderStateSchema = z.enum(['created', ...paidStateSchema.options]);
export type OrderState = z.infer<typeof orderStateSchema>;

/** `payments/{id}`: an order for a month of a plan, as its owner may read it. */
export const paymentSchema = z.object({
  /** Null for an order made signed out, until it is claimed. */
  ownerId: idSchema.nullable(),
  orderId: z.string(),
  orderDescription: z.string(),
  planName: z.string(),
  amountUsd: z.number().positive(),
  state: orderStateSchema,
  statesSeen: z.array(orderStateSchema).max(orderStateSchema.options.length),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  /** When the order last became finished. */
  paidAt: atMsSchema.nullable(),
  /** When its month starts: when it is paid, or claimed if that is later. */
  startsAt: atMsSchema.nullable().default(null),
  /** The part of the price that was received. */
  receivedUsd: z.number().nonnegative().default(0),
  invoiceUrl: z.string().nullable().default(null),
  /** Null once any money was seen. */
  expireAt: atMsSchema.nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentCollection = declareCollection({
  path: 'payments',
  schema: paymentSchema,
  readableBy: 'owner',
  ttl: 'expireAt',
  noIndex: [
    'createdAt',
    'invoiceUrl',
    'orderDescription',
    'paidAt',
    'receivedUsd',
    'startsAt',
    'statesSeen',
    'updatedAt',
  ],
  indexes: [
    ['ownerId', 'createdAt desc'],
    ['ownerId', 'state', 'paidAt desc'],
  ],
  account: 'owned',
});

const sumSchema = z.number().nonnegative();

/** The provider's amounts of one payment, 0 or '' if not reported. */
export const depositSchema = z.object({
  /** The earlier payment that this one adds to. */
  parentId: z.string().nullable(),
  coin: z.string(),
  coinsDue: sumSchema,
  coinsPaid: sumSchema,
  /** The value of `coinsDue`. */
  priceUsd: sumSchema,
  /** The provider's value of `coinsPaid`. */
  fiatUsd: sumSchema,
});
export type Deposit = z.infer<typeof depositSchema>;

/** `payments/{id}/private/record`: the server's part of an order, which can have several payments. */
export const paymentRecordSchema = z.object({
  invoiceId: z.string(),
  /** The state of each payment, by the provider's id. */
  paid: z.record(z.string(), paidStateSchema),
  /** The amounts of each payment, by the provider's id. */
  deposits: z.record(z.string(), depositSchema).default({}),
  /** Null if the order cannot be claimed. */
  claimHash: z.string().nullable(),
  claimUntil: atMsSchema.nullable(),
  expireAt: atMsSchema.nullable(),
});
export type PaymentRecord = z.infer<typeof paymentRecordSchema>;

export const paymentRecordCollection = declareCollection({
  path: 'payments/{}/private',
  schema: paymentRecordSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['claimHash', 'claimUntil', 'deposits', 'paid'],
  account: 'with parent',
});
