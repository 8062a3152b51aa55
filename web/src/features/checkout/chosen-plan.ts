import { OFFERS, type Offer, findOffer } from '@farwatch/core/decisions/payments/plans';
import { z } from 'zod';

/** The requested order: a plan on sale, one with a total of zero or less, or one that is not on sale. */
export type Wanted = { kind: 'sold' | 'free'; offer: Offer } | { kind: 'unknown'; name: string; price: string };

const DEFAULT: Offer = { name: 'Standard', price: 25 };
const stateSchema = z.object({ planName: z.string().optional(), planPrice: z.number().optional() });

/**
 * The plan from the navigation state, otherwise from the address; missing values are completed from the plans on sale.
 */
export function requestedPlan(state: unknown, query: URLSearchParams): Wanted {
  const given = stateSchema.safeParse(state).data;
  const carried = given?.planName !== undefined || given?.planPrice !== undefined;
  const name = carried ? given.planName : (query.get('planName') ?? undefined);
  const price = carried ? given.planPrice?.toString() : (query.get('planPrice') ?? undefined);
  if (name === undefined && price === undefined) return { kind: 'sold', offer: DEFAULT };
  if (price === undefined) return namedOnly(name ?? '');
  return priced(name, price);
}

/** The default plan if it has that name, otherwise the first plan that does. */
function namedOnly(name: string): Wanted {
  const offer = name === DEFAULT.name ? DEFAULT : OFFERS.find((each) => each.name === name);
  return offer ? { kind: 'sold', offer } : { kind: 'unknown', name, price: '' };
}

function priced(name: string | undefined, text: string): Wanted {
  const price = text.trim() === '' ? Number.NaN : Number(text);
  const offer = findOffer(price, name);
  if (offer) return { kind: 'sold', offer };
  if (price <= 0) return { kind: 'free', offer: { name: name ?? DEFAULT.name, price } };
  return { kind: 'unknown', name: name ?? '', price: text };
}
