import { expect, it } from 'vitest';
import { type ChosenPlan, chosenPlan } from './chosen-plan.ts';

const sold = (name: string, price: number): ChosenPlan => ({ kind: 'sold', offer: { name, price } });
const unknown = (name: string, price: string): ChosenPlan => ({ kind: 'unknown', name, price });

it.each<[unknown, string, ChosenPlan]>([
  [null, '', sold('Standard', 25)],
  [{ requestedPath: '/x' }, '', sold('Standard', 25)],
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
])('reads %o and ?%s', (state, query, expected) => {
  expect(chosenPlan(state, new URLSearchParams(query))).toEqual(expected);
});
