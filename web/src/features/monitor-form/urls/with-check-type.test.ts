import { CHECK_TYPES } from '@farwatch/core/values/check-types/table';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { checkTypeOf } from '@farwatch/core/values/url';
import { expect, it } from 'vitest';
import { partLocaleFile } from '../../../locales/files.ts';
import { CHECK_TYPE_NAMES, typedCheckType, withCheckType } from './with-check-type.ts';

it.each([
  ['', 'http'],
  ['shop.farwatch.test', 'http'],
  ['shop.farwatch.test:8080/path', 'http'],
  ['HTTP://shop.farwatch.test', 'http'],
  ['tcp://', 'tcp'],
  ['icmp://192.0.2.1', 'icmp'],
  ['wss://shop.farwatch.test/feed', 'ws'],
  ['heartbeat://nightly backup', 'heartbeat'],
  ['gopher://shop.farwatch.test', null],
])('“%s” is typed as %s', (text, expected) => {
  expect(typedCheckType(text)).toBe(expected);
});

it.each([
  ['', 'tcp', 'tcp://'],
  ['', 'http', 'https://'],
  ['tcp://', 'domain', 'domain://'],
  ['https://shop.farwatch.test/path?a=1', 'icmp', 'icmp://shop.farwatch.test'],
  ['shop.farwatch.test:5432', 'tcp', 'tcp://shop.farwatch.test:5432'],
  ['https://shop.farwatch.test/', 'tcp', 'tcp://shop.farwatch.test'],
  ['tls://shop.farwatch.test:443', 'domain', 'domain://shop.farwatch.test'],
  ['tcp://shop.farwatch.test:8443', 'http', 'https://shop.farwatch.test:8443'],
  ['https://shop.farwatch.test/feed', 'ws', 'wss://shop.farwatch.test/feed'],
  ['gopher://shop.farwatch.test/1', 'dns', 'dns://shop.farwatch.test'],
  ['shop.farwatch.test', 'heartbeat', 'heartbeat://shop.farwatch.test'],
] as const)('“%s” as %s is %s', (text, type, expected) => {
  expect(withCheckType(text, type)).toBe(expected);
});

it('offers every check type, each with its own scheme', () => {
  expect(CHECK_TYPE_NAMES).toEqual(Object.keys(CHECK_TYPES));
  for (const name of CHECK_TYPE_NAMES) {
    expect(checkTypeOf(withCheckType('', name))).toBe(name);
    expect(typedCheckType(withCheckType('farwatch.test', name))).toBe(name);
  }
});

it.each(LANGUAGE_CODES)('explains every check type in %s', async (language) => {
  expect(await partLocaleFile('form', language)).toMatchObject({
    form: {
      types: Object.fromEntries(
        CHECK_TYPE_NAMES.map((name) => [name, { name: expect.any(String), text: expect.any(String) }]),
      ),
    },
  });
});
