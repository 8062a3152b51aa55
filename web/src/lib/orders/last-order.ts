import { z } from 'zod';

/** The order that this tab left to pay: an account's, or (null) not claimed yet. */
const orderSchema = z.object({ id: z.string(), uid: z.string().nullable() });
type LastOrder = z.infer<typeof orderSchema>;

const KEY = 'order';

/** Remembers it for the payer's return. If the browser refuses, the page says less then. */
export function rememberOrder(order: LastOrder): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    console.warn('The order cannot be remembered: this browser refuses session storage.');
  }
}

/** This tab's order if it may belong to the account; null signed out or without one. */
export function orderOf(uid: string | null): string | null {
  const order = lastOrder();
  return uid !== null && order !== null && (order.uid ?? uid) === uid ? order.id : null;
}

function lastOrder(): LastOrder | null {
  try {
    return orderSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
