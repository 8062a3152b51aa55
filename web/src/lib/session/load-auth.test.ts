import { afterEach, expect, it, vi } from 'vitest';
import { hasStoredSession } from './load-auth.ts';

/** Like the browser's storage, it has the entries as own properties. */
class Entries {
  [key: string]: unknown;

  constructor(keys: readonly string[]) {
    for (const key of keys) this[key] = '{}';
  }

  getItem(key: string) {
    return this[key] ?? null;
  }

  removeItem(key: string) {
    delete this[key];
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const CURRENT = 'firebase:authUser:current:[DEFAULT]';
const EARLIER = 'firebase:authUser:earlier:[DEFAULT]';

it.each([
  ['a sign-in', [CURRENT, 'language'], [], true, [CURRENT, 'language']],
  ['a sign-in of this tab', [], [CURRENT], true, [CURRENT]],
  ['a sign-in with an earlier API key', [EARLIER, 'language'], [EARLIER], false, ['language']],
  ['both', [EARLIER], [CURRENT], true, [CURRENT]],
])('%s', (_, local, session, expected, left) => {
  const storages = [new Entries(local), new Entries(session)];
  vi.stubEnv('VITE_FIREBASE_API_KEY', 'current');
  vi.stubGlobal('localStorage', storages[0]);
  vi.stubGlobal('sessionStorage', storages[1]);
  expect(hasStoredSession()).toBe(expected);
  expect(storages.flatMap((storage) => Object.keys(storage))).toEqual(left);
});
