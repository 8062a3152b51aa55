import { expect, it } from 'vitest';
import { loggedPath } from './errors.ts';

it.each([
  ['/v1/shared-incidents/eyJhIjoxfQabcdefghijklmn.c2ln/acknowledge', '/v1/shared-incidents/…/acknowledge'],
  ['/status/acme/confirm/WyJwYWdlLWNvbmZpcm0iLDEsImFubkBmYXJ3YXRjaC50ZXN0Il0.c2ln', '/status/acme/confirm/…'],
  ['/ping/0d8c6b1e-7a55-4b0f-9d3e-2f1c5a6b7c8d/start', '/ping/…/start'],
  ['/ping/aKeyOfTwentyTwoLetters/backup', '/ping/…/backup'],
  ['/api/monitors/AbCdEfGhIjKlMnOpQrSt/test', '/api/monitors/AbCdEfGhIjKlMnOpQrSt/test'],
])('%s is logged as %s', (path, logged) => expect(loggedPath(path)).toBe(logged));
