import { expect, it } from 'vitest';
import { type PasswordFields, passwordProblem } from './password-fields.ts';
import { authProblem } from './prove-identity.ts';

const filled: PasswordFields = { current: 'old-secret', next: 'new-secret', repeated: 'new-secret' };

it.each([
  ['all in order', {}, null],
  ['no current password', { current: '' }, 'current'],
  ['a short one', { next: 'five5', repeated: 'five5' }, 'next'],
  ['the same again', { next: 'old-secret', repeated: 'old-secret' }, 'next'],
  ['a typing error', { repeated: 'new-secre' }, 'repeated'],
])('%s', (_, change, field) => {
  expect(passwordProblem({ ...filled, ...change }, true)?.field ?? null).toBe(field);
});

it('needs no current password to set the first one', () => {
  expect(passwordProblem({ ...filled, current: '' }, false)).toBeNull();
});

it.each([
  ['auth/wrong-password', { text: 'account.errors.wrong', isPassword: true }],
  ['auth/too-many-requests', { text: 'account.errors.tooMany', isPassword: false }],
  ['auth/unheard-of', { text: 'account.errors.change', isPassword: false }],
  ['auth/popup-closed-by-user', null],
])('%s', (code, problem) => {
  expect(authProblem(code, 'account.errors.change')).toEqual(problem);
});
