import { describe, expect, it } from 'vitest';
import { withWebApp } from './settings.ts';

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
