import { expect, it } from 'vitest';
import type { EndpointRow } from './endpoint-row.ts';
import { selectEndpoints, type WatchlistView } from './select-endpoints.ts';

const row = (id: string, name: string, isFailing: boolean): EndpointRow => ({
  id,
  url: `https://${id}.farwatch.test/pay/%E4%BB%98`,
  name,
  status: 'up',
  isFailing,
  availabilityPercent: 100,
  lastCheckMs: null,
  runtimeMs: null,
});
const rows = [row('shop', 'Checkout', false), row('api', 'Orders', true), row('blog', 'Checkout news', true)];

it.each<[string, WatchlistView, string]>([
  ['all', { search: ' ', only: 'all' }, 'shop api blog'],
  ['by the URL', { search: 'API.far', only: 'all' }, 'api'],
  ['by the URL as it is shown', { search: 'api.farwatch.test/pay/付', only: 'all' }, 'api'],
  ['by the name', { search: 'checkout', only: 'all' }, 'shop blog'],
  ['by words of both', { search: 'pay news', only: 'all' }, 'blog'],
  ['failing', { search: '', only: 'failing' }, 'api blog'],
  ['failing among those found', { search: 'checkout', only: 'failing' }, 'blog'],
  ['none', { search: 'checkout api', only: 'all' }, ''],
])('%s', (_, view, expected) => {
  expect(
    selectEndpoints(rows, view)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(expected);
});
