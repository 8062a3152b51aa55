import { expect, it } from 'vitest';
import { affectedBy } from './affected.ts';

const component = (key: string, monitorId: string, endpointId: string | null) => ({
  key,
  name: key,
  monitorId,
  endpointId,
});
const groups = [
  { name: 'Web', components: [component('shop', 'shop', null), component('checkout', 'shop', 'checkout')] },
  { name: '', components: [component('search', 'shop', 'search'), component('api', 'api', null)] },
];

it.each([
  ['shop', 'checkout', ['shop', 'checkout']],
  ['shop', 'other', ['shop']],
  ['api', 'orders', ['api']],
  ['blog', 'home', []],
])('an incident of %s, %s affects %j', (monitorId, endpointId, expected) => {
  expect(affectedBy({ monitorId, endpointId }, groups).map(({ key }) => key)).toEqual(expected);
});
