import { expect, it } from 'vitest';
import { displayNameOf, signupProblem } from './signup-fields.ts';

const good = {
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ada@farwatch.test',
  password: '123456',
  confirm: '123456',
};

it.each([
  [{ firstName: ' ' }, 'signup.errors.empty', ['firstName']],
  [{ lastName: '', email: '' }, 'signup.errors.empty', ['lastName', 'email']],
  [{ password: '', confirm: '' }, 'signup.errors.empty', ['password', 'confirm']],
  [{ confirm: '1234567' }, 'signup.errors.mismatch', ['confirm']],
  [{ password: '12345', confirm: '12345' }, 'signup.errors.short', ['password']],
])('with %o the problem is %s of %o', (changed, text, fields) => {
  expect(signupProblem({ ...good, ...changed })).toEqual({ text, fields });
  expect(signupProblem(good)).toBeNull();
});

it.each([
  [' Ada ', 'Lovelace', 'Ada Lovelace'],
  ['小明', '王', '王小明'],
  ['Xiaoming', '王', 'Xiaoming 王'],
])('shows %s %s as %s', (firstName, lastName, shown) => {
  expect(displayNameOf({ ...good, firstName, lastName })).toBe(shown);
});
