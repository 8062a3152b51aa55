import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { candidatesIn } from './candidates.ts';

const endpoint = (name: string, url: string) => monitorEndpointSample({ name, url });
const monitors = [
  { ...monitorSample({ name: 'Shop', endpoints: { a: endpoint('Home', 'https://shop.test/') } }), id: 'shop' },
  {
    ...monitorSample({
      name: 'API',
      endpoints: { b: endpoint('Orders', 'https://api.test/orders'), c: endpoint('Carts', 'https://api.test/carts') },
    }),
    id: 'api',
  },
];

it.each([
  ['', ['API', '- Carts', '- Orders', 'Shop']],
  ['api', ['API', '- Carts', '- Orders']],
  ['orders', ['API', '- Orders']],
  ['shop.test', ['Shop']],
  ['nothing', []],
])('a search for %j finds', (search, expected) => {
  const found = candidatesIn(monitors, search);
  expect(
    found.flatMap(({ monitor, endpoints }) => [monitor.name, ...endpoints.map(({ name }) => `- ${name}`)]),
  ).toEqual(expected);
});

it('cuts a name that is too long for a page', () => {
  const [long] = candidatesIn([{ ...monitorSample({ name: 'n'.repeat(200) }), id: 'long' }], '');
  expect(long?.monitor.name).toHaveLength(80);
});
