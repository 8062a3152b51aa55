import { expect, it } from 'vitest';
import { parseInvitation } from './invitation.ts';

const CODE = 'aB3dE5gH7jK9mN1pQ3sT-x_Y-z0123456789abcdefg';
const RIGHT_TO_LEFT = String.fromCodePoint(0x202e);
const CLOWN = String.fromCodePoint(0x1f921);

it.each<[string, ReturnType<typeof parseInvitation>]>([
  [`code=${CODE}&name=Office%201&country=tw`, { code: CODE, problem: null, name: 'Office 1', location: 'tw' }],
  [`code=${CODE}`, { code: CODE, problem: null, name: null, location: null }],
  [`code=%20${CODE}%0A&country=TW`, { code: CODE, problem: null, name: null, location: null }],
  [`code=${CODE}&country=us&name=%20%20`, { code: CODE, problem: null, name: null, location: null }],
  [`code=${CODE}&name=${'a'.repeat(5000)}`, { code: CODE, problem: null, name: `${'a'.repeat(80)}…`, location: null }],
  [`code=${CODE}&name=a%0Ab%00c`, { code: CODE, problem: null, name: 'a b c', location: null }],
  [`code=${CODE}&name=a${RIGHT_TO_LEFT}b`, { code: CODE, problem: null, name: 'a b', location: null }],
  [
    `code=${CODE}&name=${CLOWN.repeat(90)}`,
    { code: CODE, problem: null, name: `${CLOWN.repeat(80)}…`, location: null },
  ],
  ['', { code: null, problem: 'missing', name: null, location: null }],
  ['code=&name=Office', { code: null, problem: 'missing', name: 'Office', location: null }],
  ['code=%20', { code: null, problem: 'missing', name: null, location: null }],
  ['code=abc', { code: null, problem: 'malformed', name: null, location: null }],
  [`code=${CODE.slice(0, -9)}`, { code: null, problem: 'malformed', name: null, location: null }],
  [`code=${CODE};reboot`, { code: null, problem: 'malformed', name: null, location: null }],
  [`code=${CODE}$(reboot)`, { code: null, problem: 'malformed', name: null, location: null }],
  [`code=-${CODE}`, { code: null, problem: 'malformed', name: null, location: null }],
  [`code=${CODE}${'a'.repeat(5000)}`, { code: null, problem: 'malformed', name: null, location: null }],
])('%.60s', (query, expected) => {
  expect(parseInvitation(new URLSearchParams(query))).toEqual(expected);
});
