import { expect, it } from 'vitest';
import { requestedPlan, type Wanted } from './chosen-plan.ts';

const sold = (name: string, price: number): Wanted => ({ kind: 'sold', offer: { name, price } });
const unknown = (name: string, price: string): Wanted => ({ kind: 'unknown', name, price });

it.each<[unknown, string, Wanted]>([
  [null, '', sold('Standard', 25)],
  [{ asked: '/x' }, '', sold('Standard', 25)],
  [null, 'planName=Standard&planPrice=10', sold('Standard', 10)],
  [null, 'planName=Professional&planPrice=20', sold('Professional', 20)],
  [null, 'planName=Standard&planPrice=25.0', sold('Standard', 25)],
  [null, 'planName=Standard', sold('Standard', 25)],
  [null, 'planName=Professional', sold('Professional', 20)],
  [null, 'planPrice=20', sold('Professional', 20)],
  [{ planName: 'Professional', planPrice: 20 }, 'planName=Standard&planPrice=10', sold('Professional', 20)],
  [{ planName: 5 }, 'planName=Standard&planPrice=10', sold('Standard', 10)],
  [null, 'planName=Standard&planPrice=0', { kind: 'free', offer: { name: 'Standard', price: 0 } }],
  [{ planPrice: -1 }, '', { kind: 'free', offer: { name: 'Standard', price: -1 } }],
  [null, 'planName=Professional&planPrice=10', unknown('Professional', '10')],
  [null, 'planName=Gold', unknown('Gold', '')],
  [null, 'planPrice=1e9', unknown('', '1e9')],
  [null, 'planPrice=cheap', unknown('', 'cheap')],
  [null, 'planPrice=', unknown('', '')],
])('%o and ?%s', (state, query, expected) => {
  expect(requestedPlan(state, new URLSearchParams(query))).toEqual(expected);
});
