import { type ApiCall, addressOf } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { expect, it } from 'vitest';
import { ROUTES } from './routes.ts';

const declared = API_CALLS.filter(({ service }) => service === 'api');
const named = declared.map((call) => [`${call.method} ${call.path}`, call] as const);

it.each(named)('%s has one route', (_, call) => {
  expect(ROUTES.filter((route) => route.call === call)).toHaveLength(1);
});

it('has no other routes', () => {
  expect(ROUTES).toHaveLength(declared.length);
});

/** The call of the first route that matches an address, as in Express. */
function callAt(method: ApiCall['method'], address: string): ApiCall | undefined {
  const fits = ({ path }: ApiCall) => new RegExp(`^/api${path.replaceAll(/:[a-z]+/gi, '[^/]+')}$`).test(address);
  return ROUTES.find(({ call }) => call.method === method && fits(call))?.call;
}

it.each(named)('%s is not shadowed by an earlier route', (_, call) => {
  expect(
    callAt(call.method, addressOf(call, { params: { id: 'a1', token: 'a1', slug: 'acme', overrideId: 'b1' } })),
  ).toBe(call);
});
