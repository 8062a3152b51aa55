/** A month of a plan, in USD. */
export type Offer = { name: string; price: number };

/** The custom plan of the landing page, which is sold under the name of another. */
export const CUSTOM_OFFER: Offer = { name: 'Standard', price: 25 };

/** The plans on the landing page */
export const OFFERS: readonly Offer[] = [
  { name: 'Standard', price: 10 },
  { name: 'Professional', price: 20 },
  CUSTOM_OFFER,
];

export function isCustomOffer({ name, price }: Offer): boolean {
  return name === CUSTOM_OFFER.name && price === CUSTOM_OFFER.price;
}

/** Finds the plan sold at this price and, if given, by this name; null if there is none. */
export function findOffer(price: number, name: string | undefined): Offer | null {
  return OFFERS.find((offer) => offer.price === price && (name === undefined || offer.name === name)) ?? null;
}
