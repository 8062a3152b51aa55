import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../values/limits.ts';
import { defaultsOf } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { editedName, endpointName, monitorInputSchema } from './monitors.ts';

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

describe('an endpoint’s name', () => {
  it.each([
    { name: 'Shop', description: 'the shop', index: 0, called: 'Shop' },
    { name: undefined, description: 'the shop', index: 0, called: 'the shop' },
    { name: '', description: 'the shop', index: 0, called: 'the shop' },
    { name: undefined, description: '', index: 0, called: 'Endpoint 1' },
    { name: '', description: ' \n ', index: 41, called: 'Endpoint 42' },
    { name: undefined, description: 'the\n\tshop\u0000 ', index: 0, called: 'the shop' },
  ])('$name with description $description at place $index is $called', ({ index, called, ...endpoint }) => {
    const { name, description } = endpoint;
    expect(endpointName({ description, ...(name === undefined ? {} : { name }) }, index)).toBe(called);
  });

  it.each([
    ['https://shop.example/', 'shop.example'],
    ['https://shop.example/cart/?id=7#top', 'shop.example/cart'],
    ['http://user:secret@shop.example:8080/', 'shop.example:8080'],
    ['https://xn--fsqu00a.xn--kpry57d/%E7%B6%B2', '例子.台灣/網'],
    ['tcp://mail.example:25', 'mail.example:25'],
    ['heartbeat://backup', 'backup'],
    ['domain://example.com', 'example.com'],
    ['https://[2001:db8::1]/a', '[2001:db8::1]/a'],
  ])('without a name or description is the host and path of %s', (url, called) => {
    expect(endpointName({ description: '', url }, 2)).toBe(called);
  });

  it.each([
    ['follows a URL that it was derived from', 'a.test', { url: 'https://b.test/x' }, 'b.test/x'],
    ['is sent back with another URL, as a form does', 'a.test', { name: 'a.test', url: 'https://b.test/' }, 'b.test'],
    ['is derived from the description now', 'a.test', { description: 'Shop', url: 'https://b.test/' }, 'Shop'],
    ['stays if a person chose it', 'Shop', { url: 'https://b.test/' }, 'Shop'],
    ['stays with its URL', 'a.test', { description: 'Shop' }, 'a.test'],
    ['is changed', 'a.test', { name: 'Shop', url: 'https://b.test/' }, 'Shop'],
  ])('of an edited endpoint %s', (_, name, after, called) => {
    const before = { name, url: 'https://a.test/' };
    expect(editedName(before, { description: '', url: before.url, ...after }, 0)).toBe(called);
  });

  it.each(['x', '🟢', '网'])('a description too long for a name is cut to what a name may be: %s', (letter) => {
    const name = endpointName({ description: `a${letter.repeat(400)}` }, 0);
    expect(problems({ ...INPUT, endpoints: [{ ...ENDPOINT, name }] })).toEqual([]);
    expect(name.isWellFormed()).toBe(true);
    expect(name.length).toBeGreaterThanOrEqual(LIMITS.nameLength - 1);
  });
});
