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
  [{}, null],
  [{ firstName: ' ' }, 'signup.errors.empty'],
  [{ lastName: '' }, 'signup.errors.empty'],
  [{ email: '' }, 'signup.errors.empty'],
  [{ password: '', confirm: '' }, 'signup.errors.empty'],
  [{ confirm: '1234567' }, 'signup.errors.mismatch'],
  [{ password: '12345', confirm: '12345' }, 'signup.errors.short'],
])('with %o the problem is %s', (changed, problem) => {
  expect(signupProblem({ ...good, ...changed })).toBe(problem);
});

it.each([
  [' Ada ', 'Lovelace', 'Ada Lovelace'],
  ['小明', '王', '王小明'],
  ['Xiaoming', '王', 'Xiaoming 王'],
])('shows %s %s as %s', (firstName, lastName, shown) => {
  expect(displayNameOf({ ...good, firstName, lastName })).toBe(shown);
});
