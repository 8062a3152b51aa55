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

/**
 * `payments/{id}`: an order for a month of a plan, as its owner may read it. An order made signed out has no owner
 * until it is claimed. `paidAt`: when it last became finished; `startsAt`: when its month starts, then or with a later
 * claim; `receivedUsd`: the part of the price received; `expireAt`: null once any money was seen.
 */
export const paymentSchema = z.object({
  ownerId: idSchema.nullable(),
  orderId: z.string(),
  orderDescription: z.string(),
  planName: z.string(),
  amountUsd: z.number().positive(),
  state: orderStateSchema,
  statesSeen: z.array(orderStateSchema).max(orderStateSchema.options.length),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  paidAt: atMsSchema.nullable(),
  startsAt: atMsSchema.nullable().default(null),
  receivedUsd: z.number().nonnegative().default(0),
  invoiceUrl: z.string().nullable().default(null),
  expireAt: atMsSchema.nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentCollection = declareCollection({
  path: 'payments',
  schema: paymentSchema,
  readableBy: 'owner',
  ttl: 'expireAt',
  noIndex: ['invoiceUrl', 'orderDescription', 'receivedUsd', 'startsAt', 'statesSeen', 'updatedAt'],
  indexes: [
    ['ownerId', 'createdAt desc'],
    ['ownerId', 'state', 'paidAt desc'],
  ],
  account: 'owned',
});

const sumSchema = z.number().nonnegative();

/**
 * The provider's amounts of one payment; 0 or '' if not reported. `parentId`: the earlier payment that this one adds
 * to. `priceUsd`: the value of `coinsDue`; `fiatUsd`: the provider's value of `coinsPaid`.
 */
export const depositSchema = z.object({
  parentId: z.string().nullable(),
  coin: z.string(),
  coinsDue: sumSchema,
  coinsPaid: sumSchema,
  priceUsd: sumSchema,
  fiatUsd: sumSchema,
});
export type Deposit = z.infer<typeof depositSchema>;

/**
 * `payments/{id}/private/record`: the server's part of an order. An order can have several payments: `paid` and
 * `deposits` hold their states and amounts by the provider's id. `claimHash` is null if the order cannot be claimed.
 */
export const paymentRecordSchema = z.object({
  invoiceId: z.string(),
  paid: z.record(z.string(), paidStateSchema),
  deposits: z.record(z.string(), depositSchema).default({}),
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
