import { z } from 'zod';
import { parseStored, readStored, writeStored } from '../browser/storage.ts';

/** The order that this tab left to pay: an account's, or (null) not claimed yet. */
const orderSchema = z.object({ id: z.string(), uid: z.string().nullable() });
type LastOrder = z.infer<typeof orderSchema>;

const KEY = 'order';

/** Remembers it for the payer's return. If the browser refuses, the page says less then. */
export function rememberOrder(order: LastOrder): void {
  writeStored('session', KEY, JSON.stringify(order));
}

/** This tab's order if it may belong to the account; null signed out or without one. */
export function orderOf(uid: string | null): string | null {
  const order = parseStored(orderSchema, readStored('session', KEY));
  return uid !== null && order !== null && (order.uid ?? uid) === uid ? order.id : null;
}
