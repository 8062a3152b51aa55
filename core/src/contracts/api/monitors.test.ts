import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { defaultsOf } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { monitorInputSchema } from './monitors.ts';

const ENDPOINT = { url: 'farwatch.test' };
const INPUT = { name: 'Shops', locations: ['tw'], endpoints: [ENDPOINT] };

function problems(input: unknown): string[] {
  const parsed = monitorInputSchema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
}

describe('a monitor to create or replace', () => {
  it('needs a name, a location and a URL, no more', () => {
    expect(monitorInputSchema.parse(INPUT)).toEqual({
      ...defaultsOf(MONITOR_FIELDS),
      name: 'Shops',
      locations: ['tw'],
      endpoints: [{ ...defaultsOf(ENDPOINT_FIELDS), url: 'https://farwatch.test/' }],
    });
  });

  it('has its texts trimmed, its locations once each in the fixed order, as codes or as objects with a code', () => {
    const locations = [{ code: 'bd', incidents: 3 }, 'tw', 'bd', { code: 'tw' }];
    expect(monitorInputSchema.parse({ ...INPUT, name: ' Shops ', locations })).toMatchObject({
      name: 'Shops',
      locations: ['tw', 'bd'],
    });
  });

  it('keeps the id of an endpoint that is kept', () => {
    const endpoints = [{ ...ENDPOINT, id: 'abc', name: 'Shop', description: 'd' }];
    expect(monitorInputSchema.parse({ ...INPUT, endpoints }).endpoints).toEqual([
      { ...defaultsOf(ENDPOINT_FIELDS), id: 'abc', url: 'https://farwatch.test/', name: 'Shop', description: 'd' },
    ]);
  });

  it('may have any number of endpoints: the limit is another error', () => {
    const endpoints = Array.from({ length: 6000 }, (_, index) => ({ url: `farwatch.test/${index}` }));
    expect(problems({ ...INPUT, endpoints })).toEqual([]);
  });

  it('may have line breaks in a description', () => {
    expect(problems({ ...INPUT, description: 'a\nb', endpoints: [{ ...ENDPOINT, description: 'c\nd' }] })).toEqual([]);
  });

  it('has half of a character, which no document can hold, replaced', () => {
    const half = 'Shop \uD83D';
    const input = {
      ...INPUT,
      name: half,
      description: half,
      endpoints: [{ ...ENDPOINT, name: half, description: half }],
    };
    const whole = 'Shop \uFFFD';
    expect(monitorInputSchema.parse(input)).toMatchObject({
      name: whole,
      description: whole,
      endpoints: [{ name: whole, description: whole }],
    });
    expect(monitorInputSchema.parse({ ...INPUT, name: '🟢' }).name).toBe('🟢');
  });

  const long = (length: number) => 'x'.repeat(length);
  it.each<{ rule: string; input: unknown; at: string }>([
    { rule: 'nothing', input: undefined, at: '' },
    { rule: 'null', input: null, at: '' },
    { rule: 'a list', input: [], at: '' },
    { rule: 'no name', input: { ...INPUT, name: undefined }, at: 'name' },
    { rule: 'an empty name', input: { ...INPUT, name: '' }, at: 'name' },
    { rule: 'a blank name', input: { ...INPUT, name: ' \t ' }, at: 'name' },
    { rule: 'a name of two lines', input: { ...INPUT, name: 'a\nb' }, at: 'name' },
    { rule: 'a name too long', input: { ...INPUT, name: long(LIMITS.nameLength + 1) }, at: 'name' },
    { rule: 'a name that is a number', input: { ...INPUT, name: 7 }, at: 'name' },
    {
      rule: 'a description too long',
      input: { ...INPUT, description: long(LIMITS.descriptionLength + 1) },
      at: 'description',
    },
    { rule: 'no locations', input: { ...INPUT, locations: undefined }, at: 'locations' },
    { rule: 'an empty list of locations', input: { ...INPUT, locations: [] }, at: 'locations' },
    { rule: 'an unknown location', input: { ...INPUT, locations: ['us'] }, at: 'locations.0' },
    { rule: 'a location in capitals', input: { ...INPUT, locations: ['TW'] }, at: 'locations.0' },
    { rule: 'a location without a code', input: { ...INPUT, locations: ['tw', {}] }, at: 'locations.1' },
    { rule: 'no endpoints', input: { ...INPUT, endpoints: undefined }, at: 'endpoints' },
    { rule: 'an empty list of endpoints', input: { ...INPUT, endpoints: [] }, at: 'endpoints' },
    { rule: 'an endpoint without a URL', input: { ...INPUT, endpoints: [{ name: 'a' }] }, at: 'endpoints.0.url' },
    {
      rule: 'a URL of another kind',
      input: { ...INPUT, endpoints: [ENDPOINT, { url: 'ftp://x.test' }] },
      at: 'endpoints.1.url',
    },
    { rule: 'the same URL twice', input: { ...INPUT, endpoints: [ENDPOINT, ENDPOINT] }, at: 'endpoints' },
    {
      rule: 'the same URL in two spellings',
      input: { ...INPUT, endpoints: [ENDPOINT, { url: 'HTTPS://FARWATCH.TEST:443' }] },
      at: 'endpoints',
    },
    {
      rule: 'the same endpoint twice',
      input: {
        ...INPUT,
        endpoints: [
          { ...ENDPOINT, id: 'a' },
          { url: 'b.test', id: 'a' },
        ],
      },
      at: 'endpoints',
    },
    { rule: 'an id with a slash', input: { ...INPUT, endpoints: [{ ...ENDPOINT, id: 'a/b' }] }, at: 'endpoints.0.id' },
    {
      rule: 'an id that the database reserves',
      input: { ...INPUT, endpoints: [{ ...ENDPOINT, id: '__a__' }] },
      at: 'endpoints.0.id',
    },
    {
      rule: 'an endpoint name of two lines',
      input: { ...INPUT, endpoints: [{ ...ENDPOINT, name: 'a\r\nb' }] },
      at: 'endpoints.0.name',
    },
  ])('refuses $rule, at "$at"', ({ input, at }) => {
    expect(problems(input)).toEqual([at]);
  });
});
