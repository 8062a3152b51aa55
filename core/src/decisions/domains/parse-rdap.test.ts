import { expect, it } from 'vitest';
import { parseRdapDomain } from './parse-rdap.ts';

const fn = (name: unknown) => [
  'vcard',
  [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', name],
  ],
];
const NONE = { expiresAt: null, registrar: null, nameServers: [], registeredAs: null, statuses: [] };
const parse = (domain: object) => parseRdapDomain(JSON.stringify({ objectClassName: 'domain', ...domain }));

it('reads what a registry of a generic top-level domain answers', () => {
  const answer = {
    ldhName: 'EXAMPLE.COM',
    status: ['client delete prohibited', 'client transfer prohibited'],
    events: [
      { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
      { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
    ],
    entities: [
      { roles: ['registrar'], handle: '376', vcardArray: fn('Example Registrar, Inc.') },
      { roles: ['abuse'], vcardArray: fn('Another Person') },
    ],
    nameservers: [{ ldhName: 'B.IANA-SERVERS.NET.' }, { ldhName: 'a.iana-servers.net' }],
  };
  expect(parse(answer)).toEqual({
    expiresAt: Date.UTC(2027, 7, 13, 4),
    registrar: 'Example Registrar, Inc.',
    nameServers: ['a.iana-servers.net', 'b.iana-servers.net'],
    registeredAs: null,
    statuses: ['client delete prohibited', 'client transfer prohibited'],
  });
});

it.each([
  ['nothing else', {}, {}],
  ['lists of another shape', { events: {}, entities: 'none', nameservers: null, status: 7 }, {}],
  [
    'entries of another shape',
    { events: [1, { eventAction: 'expiration' }], nameservers: [{}, 'ns1'], status: [{}] },
    {},
  ],
  ['a date that is none', { events: [{ eventAction: 'expiration', eventDate: 'in May' }] }, {}],
  ['the registrar’s expiry only', { events: [{ eventAction: 'registrar expiration', eventDate: '2027-01-01' }] }, {}],
  [
    'a time with an offset',
    { events: [{ eventAction: 'expiration', eventDate: '2027-01-01T08:00:00+08:00' }] },
    { expiresAt: Date.UTC(2027, 0, 1) },
  ],
  ['a registrar with only a handle', { entities: [{ roles: ['registrar'], handle: '292' }] }, { registrar: '292' }],
  ['a name that is no text', { entities: [{ roles: ['registrar'], vcardArray: fn(['a']) }] }, {}],
  ['a broken jCard', { entities: [{ roles: ['registrar'], handle: 'R', vcardArray: ['vcard'] }] }, { registrar: 'R' }],
  [
    'the same name server twice',
    { nameservers: [{ ldhName: 'A.test' }, { ldhName: 'a.test.' }] },
    { nameServers: ['a.test'] },
  ],
  ['half a character', { status: ['\uD800'] }, { statuses: ['\uFFFD'] }],
  ['half a character in a name', { nameservers: [{ ldhName: 'a\uDC00.test' }] }, { nameServers: ['a\uFFFD.test'] }],
])('an answer with %s', (_, answer, expected) => {
  expect(parse(answer)).toEqual({ ...NONE, ...expected });
});

it('keeps texts and lists within what a document may have', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ldhName: `ns${index}.example.net` }));
  const found = parse({
    nameservers: many,
    status: Array(50).fill('x'.repeat(500)),
    entities: [{ roles: ['registrar'], handle: 'r'.repeat(500) }],
  });
  expect([
    found?.nameServers.length,
    found?.statuses.length,
    found?.statuses[0]?.length,
    found?.registrar?.length,
  ]).toEqual([13, 20, 80, 200]);
});

it.each(['', 'null', '[]', '"domain"', '<!doctype html>', '{"errorCode":404}', '{"objectClassName":"entity"}'])(
  '%j is no domain',
  (text) => {
    expect(parseRdapDomain(text)).toBeNull();
  },
);
