import { expect, it } from 'vitest';
import {
  googleErrorKey,
  loginErrorKey,
  resendErrorKey,
  resetErrorKey,
  signupErrorKey,
  verifyProblem,
} from './auth-errors.ts';

it.each([
  ['auth/invalid-credential', 'login.errors.wrong'],
  ['auth/wrong-password', 'login.errors.wrong'],
  ['auth/user-not-found', 'login.errors.wrong'],
  ['auth/invalid-email', 'login.errors.wrong'],
  ['auth/user-disabled', 'login.errors.disabled'],
  ['auth/too-many-requests', 'login.errors.other'],
  ['', 'login.errors.other'],
])('%s at sign-in is %s', (code, key) => {
  expect(loginErrorKey(code)).toBe(key);
});

it.each([
  ['auth/popup-closed-by-user', null],
  ['auth/popup-blocked', 'account.errors.popupBlocked'],
  ['auth/unauthorized-domain', 'login.errors.googleDomain'],
  ['auth/internal-error', 'login.errors.googleOther'],
])('%s at Google sign-in is %s', (code, key) => {
  expect(googleErrorKey(code, 'login.errors.googleOther')).toBe(key);
});

it.each([
  ['auth/email-already-in-use', 'signup.errors.inUse'],
  ['auth/invalid-email', 'signup.errors.badEmail'],
  ['auth/weak-password', 'signup.errors.short'],
  ['auth/network-request-failed', 'signup.errors.other'],
])('%s at sign-up is %s', (code, key) => {
  expect(signupErrorKey(code)).toBe(key);
});

it.each([
  ['auth/user-not-found', 'verify.errors.send', null],
  ['auth/invalid-email', 'verify.errors.send', 'login.reset.errors.badEmail'],
  ['auth/missing-email', 'verify.errors.send', 'login.reset.errors.badEmail'],
  ['auth/too-many-requests', 'verify.errors.tooMany', 'login.reset.errors.tooMany'],
  ['auth/quota-exceeded', 'verify.errors.tooMany', 'login.reset.errors.tooMany'],
  ['auth/network-request-failed', 'verify.errors.network', 'login.reset.errors.network'],
  ['', 'verify.errors.send', 'login.reset.errors.other'],
])('%s at sending a mail is %s, for a new password %s', (code, resend, reset) => {
  expect([resendErrorKey(code), resetErrorKey(code)]).toEqual([resend, reset]);
});

it.each([
  ['auth/invalid-action-code', 'code'],
  ['auth/expired-action-code', 'code'],
  ['auth/user-disabled', 'code'],
  ['auth/network-request-failed', 'other'],
  ['', 'other'],
])('%s at verifying is %s', (code, reason) => {
  expect(verifyProblem(code)).toBe(reason);
});
