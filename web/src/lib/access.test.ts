import { describe, expect, it } from 'vitest';
import { afterSignIn, decideAccess } from './access.ts';
import type { Session } from './session.ts';

const user = { uid: 'u1', displayName: 'Ada', email: 'ada@farwatch.test' };
const signedOut: Session = { state: 'signed-out' };
const unverified: Session = { state: 'unverified', user };
const verified: Session = { state: 'verified', user, isAdmin: false };
const admin: Session = { state: 'verified', user, isAdmin: true };

describe('decideAccess', () => {
  it.each<[string, Session, string | null]>([
    ['/', signedOut, null],
    ['/checkout', signedOut, null],
    ['/payment-success', signedOut, null],
    ['/agent/register', signedOut, null],
    ['/login', signedOut, null],
    ['/login/', signedOut, null],
    ['/signup', signedOut, null],
    ['/verify-email', signedOut, null],
    ['/monitors', signedOut, '/login'],
    ['/monitor/abc', signedOut, '/login'],
    ['/nowhere', signedOut, '/login'],
    ['/verify-email', unverified, null],
    ['/login', unverified, null],
    ['/agent/register', unverified, null],
    ['/', unverified, '/verify-email'],
    ['/monitors', unverified, '/verify-email'],
    ['/signup', unverified, '/verify-email'],
    ['/', verified, '/monitors'],
    ['/dashboard', verified, '/monitors'],
    ['/monitors', verified, null],
    ['/monitor/new', verified, null],
    ['/incidents', verified, null],
    ['/settings', verified, null],
    ['/login', verified, null],
    ['/checkout', verified, null],
    ['/agent/register', verified, null],
    ['/agents', verified, '/monitors'],
    ['/agents/a1', verified, '/monitors'],
    ['/agents', admin, null],
    ['/agents/a1', admin, null],
    ['/', admin, '/monitors'],
    ['/monitors', { state: 'loading' }, null],
  ])('%s for %o', (path, session, expected) => {
    expect(decideAccess(path, session)?.redirectTo ?? null).toBe(expected);
  });
});

describe('afterSignIn', () => {
  it.each([
    [undefined, '/monitors'],
    ['/monitor/abc?tab=1', '/monitor/abc?tab=1'],
    ['/login', '/monitors'],
    ['/', '/monitors'],
    ['//evil.test', '/monitors'],
    ['/\\evil.test', '/monitors'],
    ['https://evil.test', '/monitors'],
    [42, '/monitors'],
  ])('%s leads to %s', (asked, expected) => {
    expect(afterSignIn(asked)).toBe(expected);
  });
});
