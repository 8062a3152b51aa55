import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings, withWebApp } from './settings.ts';

const app = { projectId: 'acme', apiKey: 'key', authDomain: 'acme.firebaseapp.com', appId: '1:1:web:1' };
const written = `VITE_FIREBASE_PROJECT_ID=acme
VITE_FIREBASE_API_KEY=key
VITE_FIREBASE_AUTH_DOMAIN=acme.firebaseapp.com
VITE_FIREBASE_APP_ID=1:1:web:1
VITE_FUNCTIONS_REGION=asia-east1
`;
const own = 'VITE_PUBLIC_ORIGIN=https://status.example.com\n# Until the worker is gone\nVITE_SERVICE_WORKER=off\n';

describe('withWebApp', () => {
  it.each([
    ['writes new settings', '', written],
    ['changes nothing the second time', written, written],
    ['keeps the other lines', own, written + own],
    [
      'replaces the app of another project, with its sign-in domain',
      written.replaceAll('acme', 'other').replace('key', 'old') + own,
      written + own,
    ],
    [
      'keeps the sign-in domain of the same project',
      written.replace('acme.firebaseapp.com', 'status.example.com'),
      written.replace('acme.firebaseapp.com', 'status.example.com'),
    ],
  ])('%s', (_, before, after) => expect(withWebApp(before, app, 'asia-east1')).toBe(after));
});

describe('readSettings of a checkout that was deployed to acme', () => {
  const checkout = (web: string, functions: string) => {
    const root = mkdtempSync(join(tmpdir(), 'farwatch-settings-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    for (const [dir, file, text] of [
      ['web', '.env.production', web],
      ['functions', '.env', functions],
    ] as const) {
      mkdirSync(join(root, dir));
      writeFileSync(join(root, dir, file), text);
    }
    return root;
  };
  const origins = 'APP_ORIGINS=https://status.example.com\n';

  it.each([
    ['VITE_PUBLIC_ORIGIN in web/.env.production', written + own, ''],
    ['APP_ORIGINS in functions/.env', written, origins],
    ['APP_URL in functions/.env', written, 'APP_URL=https://status.example.com'],
    ['PUBLIC_ORIGINS in functions/.env', written, `PUBLIC_${origins.slice(4)}`],
  ])('refuses another project with %s', (setting, web, functions) => {
    const root = checkout(web, functions);
    expect(() => readSettings(root, 'other')).toThrow(setting);
    expect(readSettings(root, 'acme')).toBeDefined();
  });

  it('refuses an APP_URL that is no address', () => {
    const root = checkout(written, 'APP_URL=status.example.com');
    expect(() => readSettings(root, 'acme')).toThrow('APP_URL in functions/.env is not an address');
  });

  it('refuses a MAIL_FROM that has no address', () => {
    expect(readSettings(checkout(written, 'MAIL_FROM=Farwatch <alerts@example.com>'), 'acme')).toBeDefined();
    const root = checkout(written, 'MAIL_FROM=Farwatch');
    expect(() => readSettings(root, 'acme')).toThrow('MAIL_FROM in functions/.env is not a sender');
  });

  it('accepts another project without addresses, and addresses without a project', () => {
    expect(readSettings(checkout(written, 'MAX_INSTANCES=3'), 'other').ownHost).toBeNull();
    expect(readSettings(checkout(own, origins), 'other')).toEqual({
      ownHost: 'status.example.com',
      allowedOrigins: ['https://status.example.com'],
    });
  });
});
