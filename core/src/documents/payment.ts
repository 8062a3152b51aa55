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
 * `payments/{id}`: an order for a month of a plan, as its owner may read it; without an owner until it is claimed if it was made
 * signed out. `paidAt` is when it last became finished, `startsAt` when its month begins: then, or with a later claim. `receivedUsd` is
 * what has arrived of the price; `expireAt` is null once money was seen.
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
 * The provider's amounts of one payment; 0 or '' where it reports none. `parentId` is the payment to whose address
 * it was sent in addition, null for none. `priceUsd` is what `coinsDue` were worth, `fiatUsd` what it takes `coinsPaid` for.
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
 * `payments/{id}/private/record`: the server's part of a payment. `paid` is how far each of the provider's payments for it is,
 * by its id, `deposits` their money: who begins anew makes another. The claim's hash is null if it cannot be claimed.
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
