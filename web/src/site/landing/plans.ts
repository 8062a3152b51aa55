/** A plan as the page sells it; `order` is passed to the checkout, price in USD a month. */
export type Plan = (typeof PLANS)[number];

export const PLANS = [
  {
    id: 'standard',
    popular: false,
    order: { name: 'Standard', price: 10 },
    items: [
      'pricing.standard.items.domains',
      'pricing.standard.items.reporting',
      'pricing.standard.items.summary',
      'pricing.standard.items.email',
    ],
  },
  {
    id: 'professional',
    popular: true,
    order: { name: 'Professional', price: 20 },
    items: [
      'pricing.professional.items.domains',
      'pricing.professional.items.alerts',
      'pricing.professional.items.analytics',
      'pricing.professional.items.locations',
    ],
  },
  {
    id: 'custom',
    popular: false,
    // The custom plan is sold as Standard at 25.
    order: { name: 'Standard', price: 25 },
    items: [
      'pricing.custom.items.limits',
      'pricing.custom.items.api',
      'pricing.custom.items.channels',
      'pricing.custom.items.sla',
    ],
  },
] as const;
