import { CUSTOM_OFFER, findOffer, OFFERS, type Offer } from '@farwatch/core/decisions/payments/plans';
import { z } from 'zod';

/** A plan on sale, one with a price of zero or less, or one that is not on sale. */
export type ChosenPlan = { kind: 'sold' | 'free'; offer: Offer } | { kind: 'unknown'; name: string; price: string };

const DEFAULT = CUSTOM_OFFER;
const stateSchema = z.object({ planName: z.string().optional(), planPrice: z.number().optional() });

/** The plan in the navigation state, otherwise in the address; missing values are completed from the plans on sale. */
export function chosenPlan(state: unknown, query: URLSearchParams): ChosenPlan {
  const inState = stateSchema.safeParse(state).data;
  const isInState = inState?.planName !== undefined || inState?.planPrice !== undefined;
  const name = isInState ? inState.planName : (query.get('planName') ?? undefined);
  const price = isInState ? inState.planPrice?.toString() : (query.get('planPrice') ?? undefined);
  if (name === undefined && price === undefined) return { kind: 'sold', offer: DEFAULT };
  if (price === undefined) return planByName(name ?? '');
  return planByPrice(name, price);
}

/** The default plan if it has that name, otherwise the first plan that does. */
function planByName(name: string): ChosenPlan {
  const offer = name === DEFAULT.name ? DEFAULT : OFFERS.find((each) => each.name === name);
  return offer ? { kind: 'sold', offer } : { kind: 'unknown', name, price: '' };
}

function planByPrice(name: string | undefined, text: string): ChosenPlan {
  const price = text.trim() === '' ? Number.NaN : Number(text);
  const offer = findOffer(price, name);
  if (offer) return { kind: 'sold', offer };
  if (price <= 0) return { kind: 'free', offer: { name: name ?? DEFAULT.name, price } };
  return { kind: 'unknown', name: name ?? '', price: text };
}
