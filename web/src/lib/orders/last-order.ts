import { z } from 'zod';
import { parseStored, readStored, writeStored } from '../browser/storage.ts';

/** The order that the user left this tab to pay; `uid` is null until it is claimed. */
const orderSchema = z.object({ id: z.string(), uid: z.string().nullable() });
type LastOrder = z.infer<typeof orderSchema>;

const KEY = 'order';

/** Stores the order for the payer's return. If storage is blocked, the page then shows less. */
export function rememberOrder(order: LastOrder): void {
  writeStored('session', KEY, JSON.stringify(order));
}

/** This tab's order if it may belong to the account; null signed out or without one. */
export function orderOf(uid: string | null): string | null {
  const order = parseStored(orderSchema, readStored('session', KEY));
  return uid !== null && order !== null && (order.uid ?? uid) === uid ? order.id : null;
}
