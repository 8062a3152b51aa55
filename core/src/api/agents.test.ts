import { describe, expect, it } from 'vitest';
import { agentInputSchema, registrationLink } from './agents.ts';

describe('an agent to create (spec 5)', () => {
  it('needs a name only: the country is the first, the description empty', () => {
    expect(agentInputSchema.parse({ name: ' Taipei ' })).toEqual({
      name: 'Taipei',
      country_code: 'tw',
      description: '',
    });
  });

  it.each([
    {},
    { name: '' },
    { name: '  ' },
    { name: 'a\nb' },
    { name: 'a', country_code: 'us' },
    { name: 'a'.repeat(201) },
    null,
  ])('refuses %j', (input) => {
    expect(agentInputSchema.safeParse(input).success).toBe(false);
  });
});

it('the registration link carries code, name and country, whatever stands in the name (spec 2, design 4)', () => {
  const agent = { registration_code: 'abc-123', name: 'Taipei & 1 #東', country_code: 'tw' } as const;
  const link = new URL(registrationLink('https://farwatch.test', agent));
  expect(link.origin + link.pathname).toBe('https://farwatch.test/agent/register');
  expect(Object.fromEntries(link.searchParams)).toEqual({ code: 'abc-123', name: 'Taipei & 1 #東', country: 'tw' });
});
