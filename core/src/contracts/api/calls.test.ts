import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiCall, addressOf, addressOfService, errorsOf } from './call.ts';
import { API_CALLS } from './calls.ts';
import { API_ERROR_STATUS, apiErrorCodeSchema } from './error.ts';
import { toApiNames } from './names.ts';

const nameOf = ({ service, method, path }: ApiCall) => `${method} ${addressOfService({ service })}${path}`;
const named = API_CALLS.map((call) => [nameOf(call), call] as const);
const keysOf = (schema: z.ZodType | null) =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) : [];

/** The parameters in an address, by its call's path; null for another path. */
function paramsIn(call: ApiCall, address: string): Record<string, string> | null {
  const pattern = call.path.replaceAll(/:([a-z]+)/gi, '(?<$1>[^/?]+)');
  const found = new RegExp(`^${addressOfService(call)}${pattern}$`).exec(address);
  if (!found) return null;
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]));
}

describe('the calls', () => {
  it('are each of a method and path of their own', () => {
    expect(API_CALLS.length).toBeGreaterThan(40);
    expect(new Set(API_CALLS.map(nameOf).map((name) => name.replaceAll(/:[a-z]+/gi, ':'))).size).toBe(API_CALLS.length);
  });

  it.each(named)('%s gets its parameters back from its address', (_, call) => {
    const names = keysOf(call.params);
    expect(call.path.match(/:[a-z]+/gi) ?? []).toEqual(names.map((name) => `:${name}`));
    const params = Object.fromEntries(names.map((name) => [name, `${name} 1/ä`]));
    expect(paramsIn(call, addressOf(call, { params }))).toEqual(params);
  });

  it.each(named)('%s gets its query back from its address', (_, call) => {
    const query = Object.fromEntries(keysOf(call.query).map((name) => [name, `${name} 1,&=/ä`]));
    const params = Object.fromEntries(keysOf(call.params).map((name) => [name, 'a1']));
    const { searchParams } = new URL(addressOf(call, { params, query }), 'https://farwatch.test');
    expect(Object.fromEntries(searchParams)).toEqual(call.query ? toApiNames(call.query, query) : {});
  });

  it.each(named)('%s declares no error that follows from the rest, and none twice', (_, call) => {
    const implied = errorsOf({ ...call, errors: [] });
    expect(call.errors.filter((code) => implied.includes(code))).toEqual([]);
    expect(new Set(call.errors).size).toBe(call.errors.length);
  });

  it.each(named)('%s has a body only if it writes', (_, call) => {
    if (call.method === 'get' || call.method === 'delete') expect(call.body).toBeNull();
  });
});

it('every code is of a call', () => {
  const answered = new Set(API_CALLS.flatMap(errorsOf));
  expect(apiErrorCodeSchema.options.filter((code) => !answered.has(code))).toEqual([]);
  expect(Object.keys(API_ERROR_STATUS).toSorted()).toEqual(apiErrorCodeSchema.options.toSorted());
});
