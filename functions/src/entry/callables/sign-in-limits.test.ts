import { expect, it } from 'vitest';
import { agentSignInLimits } from './sign-in-limits.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address }, socket: {} as never });
const countAllowed = (take: (index: number) => void) => {
  let allowed = 0;
  for (let index = 0; index < 200; index += 1) {
    try {
      take(index);
      allowed += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'resource-exhausted' });
    }
  }
  return allowed;
};

it('an address gets a hundred tokens at once, and others get theirs', () => {
  const limits = agentSignInLimits();
  expect(countAllowed(() => limits.takeToken(from('192.0.2.1'), NOW))).toBe(100);
  limits.takeToken(from('192.0.2.2'), NOW);
  limits.takeToken(from('192.0.2.1'), NOW + 1000);
});

it('an address tries thirty codes at once, and a code is tried ten times from all addresses', () => {
  const limits = agentSignInLimits();
  expect(countAllowed((index) => limits.takeRegistration(from('192.0.2.1'), { code: `code${index}` }, NOW))).toBe(30);
  const tries = countAllowed((index) => limits.takeRegistration(from(`198.51.100.${index}`), { code: 'code' }, NOW));
  expect(tries).toBe(10);
  limits.takeRegistration(from('192.0.2.3'), { code: 'other' }, NOW);
  limits.takeRegistration(from('192.0.2.3'), null, NOW);
});
