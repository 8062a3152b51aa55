import { describe, expect, it } from 'vitest';
import { agentInputSchema, registrationLink } from './agents.ts';

describe('an agent to create', () => {
  it('needs a name only: the country is the first, the description empty', () => {
    expect(agentInputSchema.parse({ name: ' Taipei ' })).toEqual({
      name: 'Taipei',
      countryCode: 'tw',
      description: '',
    });
  });

  it.each([
    {},
    { name: '' },
    { name: '  ' },
    { name: 'a\nb' },
    { name: 'a', countryCode: 'us' },
    { name: 'a'.repeat(201) },
    null,
  ])('refuses %j', (input) => {
    expect(agentInputSchema.safeParse(input).success).toBe(false);
  });
});

it('the registration link carries code, name and country, whatever the name contains', () => {
  const agent = { registrationCode: 'abc-123', name: 'Taipei & 1 #東', countryCode: 'tw' } as const;
  const link = new URL(registrationLink('https://farwatch.test', agent));
  expect(link.origin + link.pathname).toBe('https://farwatch.test/agent/register');
  expect(Object.fromEntries(link.searchParams)).toEqual({ code: 'abc-123', name: 'Taipei & 1 #東', country: 'tw' });
});

it.each([
  ['Office 1', 'Office 1'],
  ['台北机房', '台北机房'],
  ['东'.repeat(200), `${'东'.repeat(7)}…`],
  ['a'.repeat(200), `${'a'.repeat(63)}…`],
  ['a'.repeat(72), 'a'.repeat(72)],
  [`${'a'.repeat(62)}\u{1f921}\u{1f921}`, `${'a'.repeat(62)}…`],
  ['half \ud83e of a pair', 'half \ufffd of a pair'],
])('the link is short enough for a QR code of 200 px: of %j it carries %j', (name, carried) => {
  const agent = { registrationCode: 'abc-123', name, countryCode: 'bd' } as const;
  const link = registrationLink('https://farwatch.test', agent);
  expect(link.length).toBeLessThan(160);
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ code: 'abc-123', name: carried, country: 'bd' });
});
