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
  isFlapping: false,
  isPausedAlone: false,
  resumesAtMs: null,
  atMs: 0,
});
const rows = [row('shop', 'Checkout', false), row('api', 'Orders', true), row('blog', 'Checkout blog', true)];

it.each<[string, WatchlistView, string]>([
  ['selects all', { search: ' ', only: 'all' }, 'shop api blog'],
  ['searches the URL', { search: 'API.far', only: 'all' }, 'api'],
  ['searches the URL as it is displayed', { search: 'api.farwatch.test/pay/付', only: 'all' }, 'api'],
  ['searches the name', { search: 'checkout', only: 'all' }, 'shop blog'],
  ['searches both', { search: 'pay blog', only: 'all' }, 'blog'],
  ['filters failing endpoints', { search: '', only: 'failing' }, 'api blog'],
  ['combines search and filter', { search: 'checkout', only: 'failing' }, 'blog'],
  ['selects none', { search: 'checkout api', only: 'all' }, ''],
])('%s', (_, view, expected) => {
  expect(
    selectEndpoints(rows, view)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(expected);
});
