import { describe, expect, it } from 'vitest';
import { addressesFromEnv, addressesOf, envOf } from '../addresses.ts';
import { claimFreePorts } from '../platform/ports.ts';
import { configFor } from './config.ts';
import { suiteEnv } from './env.ts';
import { readStart } from './log.ts';

describe('configFor', () => {
  const base = {
    firestore: { rules: 'firestore.rules' },
    hosting: { public: 'web/dist', rewrites: [{ source: '**', destination: '/index.html' }], headers: [] },
    emulators: { auth: { port: 9099 }, ui: { enabled: true } },
  };

  it('keeps everything but the ports', async () => {
    const ports = await claimFreePorts();
    const config = configFor(base, ports);
    expect(config).toMatchObject({ firestore: base.firestore, hosting: base.hosting });
    expect(config.emulators).toMatchObject({
      auth: { host: '127.0.0.1', port: ports.auth },
      firestore: { port: ports.firestore, websocketPort: ports.websocket },
      ui: { enabled: false },
    });
  });

  it('serves the app from another folder when there is one', async () => {
    const config = configFor(base, await claimFreePorts(), { webDir: 'elsewhere' });
    expect(config.hosting).toEqual({ ...base.hosting, public: 'elsewhere' });
  });
});

describe('suiteEnv', () => {
  const options = { javaBin: '/java/bin', jar: '/jar', extra: { TELEGRAM_API_ROOT: 'http://localhost:1' } };

  it('puts the chosen java first and names the jar', () => {
    const env = suiteEnv({ PATH: '/usr/bin', HOME: '/home/me' }, options);
    expect(env.PATH).toMatch(/^\/java\/bin:.*node_modules\/\.bin:\/usr\/bin$/);
    expect(env).toMatchObject({ FIRESTORE_EMULATOR_BINARY_PATH: '/jar', HOME: '/home/me', ...options.extra });
  });

  it.each([
    'FIRESTORE_EMULATOR_HOST',
    'FIREBASE_TOKEN',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'NODE_OPTIONS',
    'NODE_ENV',
    'VITEST_POOL_ID',
    'JAVA_TOOL_OPTIONS',
    'FARWATCH_ORIGIN',
  ])('drops %s', (name) => {
    expect(suiteEnv({ [name]: 'x' }, options)[name]).not.toBe('x');
  });
});

describe('readStart', () => {
  it.each([
    ['', { state: 'starting' }],
    ['i  emulators: Starting emulators: auth', { state: 'starting' }],
    ['│ \u001b[32m✔\u001b[39m  \u001b[1mAll emulators ready! It is now safe to connect │', { state: 'ready' }],
    [
      '⬢  functions: Failed to load function definition from source: FirebaseError: x\n All emulators ready!',
      { state: 'failed', reason: 'Failed to load function definition from source: FirebaseError: x' },
    ],
    [
      '\nError: Could not start Hosting Emulator, port taken.\n',
      {
        state: 'failed',
        reason: 'Could not start Hosting Emulator, port taken.',
      },
    ],
    [
      '⚠  firestore: Fatal error occurred: \n   Firestore Emulator has exited with code: 1, \n',
      {
        state: 'failed',
        reason: 'Firestore Emulator has exited with code: 1,',
      },
    ],
    ['All emulators ready!\n>  Error: from a function', { state: 'ready' }],
  ])('%j', (log, start) => expect(readStart(log)).toEqual(start));
});

it('addresses go through the environment unchanged', async () => {
  const addresses = addressesOf(await claimFreePorts());
  expect(addressesFromEnv(envOf(addresses))).toEqual(addresses);
  expect(() => addressesFromEnv({})).toThrow('FARWATCH_FUNCTIONS is not set');
});
