import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressOf, apiCall, errorsOf } from './call.ts';
import { byIdSchema } from './parts.ts';

const common = { scope: 'read', role: 'viewer', method: 'get', summary: 'Of a test', output: z.object({}) } as const;
const plain = apiCall({ ...common, path: '/me' });
const byId = apiCall({ ...common, path: '/things/:id/parts', params: byIdSchema });
const search = apiCall({
  ...common,
  path: '/things',
  query: z.object({ page: z.coerce.number().optional(), search: z.string().optional(), ids: z.string().optional() }),
});

describe('addressOf', () => {
  it('is the path under the API', () => {
    expect(addressOf(plain, {})).toBe('/api/me');
  });

  it('is under the service that answers it', () => {
    expect(addressOf(apiCall({ ...common, service: 'payment', path: '/create' }), {})).toBe('/payment/create');
  });

  it.each([
    ['x1', '/api/things/x1/parts'],
    ['a/b c?d#é', '/api/things/a%2Fb%20c%3Fd%23%C3%A9/parts'],
    [':id', '/api/things/%3Aid/parts'],
    ['$&', '/api/things/%24%26/parts'],
  ])('names %s', (id, address) => {
    expect(addressOf(byId, { params: { id } })).toBe(address);
  });

  it.each([
    [{}, '/api/things'],
    [{ query: {} }, '/api/things'],
    [{ query: { page: undefined } }, '/api/things'],
    [{ query: { page: 0, search: '' } }, '/api/things?page=0&search='],
    [{ query: { search: 'a&b=c d+/é' } }, '/api/things?search=a%26b%3Dc%20d%2B%2F%C3%A9'],
    [{ query: { ids: 'a,b', page: 2 } }, '/api/things?page=2&ids=a,b'],
  ])('requests %j', (input, address) => {
    expect(addressOf(search, input)).toBe(address);
  });

  it('refuses a parameter that is missing', () => {
    const input: { params: { id: string } } = JSON.parse('{"params":{}}');
    expect(() => addressOf(byId, input)).toThrow('/things/:id/parts needs id');
  });
});

describe('errorsOf', () => {
  const always = ['forbidden', 'internal', 'not_a_member', 'too_many_requests', 'unauthenticated', 'unverified'];
  it.each([
    [plain, always],
    [byId, [...always, 'invalid', 'not_found']],
    [search, [...always, 'invalid']],
    [apiCall({ ...common, path: '/x', headers: z.object({}) }), [...always, 'invalid']],
    [apiCall({ ...common, method: 'post', path: '/x', body: z.object({}) }), [...always, 'invalid', 'too_large']],
    [apiCall({ ...common, path: '/x', errors: ['conflict', 'invalid'] }), [...always, 'conflict', 'invalid']],
    [
      apiCall({ ...common, path: '/x', scope: 'anyone', role: 'anyone' }),
      always.filter((code) => code !== 'unverified' && code !== 'not_a_member'),
    ],
  ])('of call %#', (call, codes) => {
    expect(errorsOf(call).toSorted()).toEqual(codes.toSorted());
  });
});
