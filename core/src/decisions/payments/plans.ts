/** A month of a plan, in USD. */
export type Offer = { name: string; price: number };

/** The plans on the landing page, and its custom plan, which is sold as Standard at 25. */
export const OFFERS: readonly Offer[] = [
  { name: 'Standard', price: 10 },
  { name: 'Professional', price: 20 },
  { name: 'Standard', price: 25 },
];

/** Finds the plan sold at this price and, if given, by this name; null if there is none. */
export function findOffer(price: number, name: string | undefined): Offer | null {
  return OFFERS.find((offer) => offer.price === price && (name === undefined || offer.name === name)) ?? null;
}
