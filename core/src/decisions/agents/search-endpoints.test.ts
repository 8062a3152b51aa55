import { expect, it } from 'vitest';
import { searchEndpoints } from './search-endpoints.ts';

const LIST = [
  { name: 'Checkout', url: 'https://shop.farwatch.test/pay', groupName: 'Web shop' },
  { name: 'Search', url: 'https://search.farwatch.test/', groupName: 'Web shop' },
  { name: 'Mail', url: 'https://mail.farwatch.test/%E9%82%AE', groupName: 'Office' },
];

it.each([
  ['', ['Checkout', 'Search', 'Mail']],
  ['  ', ['Checkout', 'Search', 'Mail']],
  ['SHOP', ['Checkout', 'Search']],
  ['web  search', ['Search']],
  ['/pay', ['Checkout']],
  ['邮', ['Mail']],
  ['office shop', []],
])('%j finds %j', (search, names) => {
  expect(searchEndpoints(LIST, search).map(({ name }) => name)).toEqual(names);
});
