import { expect, it } from 'vitest';
import { parseReturnUrl } from './return-url.ts';

const OWN = ['https://app.farwatch.test', 'http://localhost:5000'];
const parse = (text: string) => parseReturnUrl(text, (origin) => OWN.includes(origin));

it.each([
  ['https://app.farwatch.test/payment-success', 'https://app.farwatch.test/payment-success'],
  ['https://app.farwatch.test', 'https://app.farwatch.test/'],
  ['https://app.farwatch.test:443/checkout?a=1#b', 'https://app.farwatch.test/checkout?a=1#b'],
  ['HTTPS://APP.farwatch.test/checkout', 'https://app.farwatch.test/checkout'],
  ['http://localhost:5000/checkout', 'http://localhost:5000/checkout'],
  ['https://app.farwatch.test/a/../../checkout', 'https://app.farwatch.test/checkout'],
])('%s is accepted', (text, href) => expect(parse(text)).toBe(href));

it.each([
  ['', 'nothing'],
  ['/payment-success', 'a path'],
  ['//app.farwatch.test/x', 'no scheme'],
  ['https://evil.test/', 'another host'],
  ['https://app.farwatch.test.evil.test/', 'our host as the start of another'],
  ['https://evil-app.farwatch.test/', 'our host as the end of another'],
  ['https://evil.test/?https://app.farwatch.test/', 'our host in the query'],
  ['https://evil.test/#@app.farwatch.test', 'our host in the fragment'],
  ['https://app.farwatch.test@evil.test/', 'our host as a user name'],
  ['https://app.farwatch.test:x@evil.test/', 'our host with a password'],
  ['https://evil.test@app.farwatch.test/', 'a user name before our host'],
  ['https://:@app.farwatch.test/', 'an empty user name'],
  ['https://@app.farwatch.test/', 'an empty user name and no password'],
  ['https://evil.test\\@app.farwatch.test/', 'a backslash before the sign'],
  ['https://app.farwatch.test\\.evil.test/', 'a backslash in the host'],
  ['https:\\\\app.farwatch.test/', 'backslashes for slashes'],
  ['https:/app.farwatch.test/', 'one slash'],
  ['https:app.farwatch.test/', 'no slash'],
  ['https:///app.farwatch.test/', 'three slashes'],
  ['https://app.farwatch.test:8443/', 'another port'],
  ['http://app.farwatch.test/', 'another scheme'],
  ['http://localhost/', 'no port'],
  ['https://app.farwatch.test./', 'a dot at the end of the host'],
  ['https://app。farwatch。test.evil.test/', 'other dots'],
  ['https://аpp.farwatch.test/', 'a letter of another script'],
  ['https://app.farwatch.test%2eevil.test/', 'an escaped dot'],
  ['https://app.farwatch.test%40evil.test/', 'an escaped sign'],
  ['ht\ntps://evil.test/', 'a break in the scheme'],
  ['https://app.farwatch\t.test/', 'a tab in the host'],
  [' https://app.farwatch.test/', 'a space before'],
  ['https://app.farwatch.test/\u0000', 'a null'],
  ['javascript:alert(1)//https://app.farwatch.test/', 'a script'],
  ['data:text/html,https://app.farwatch.test/', 'data'],
  ['blob:https://app.farwatch.test/1234', 'a blob, whose origin is the app'],
  ['filesystem:https://app.farwatch.test/x', 'a file system'],
  ['ftp://app.farwatch.test/', 'ftp'],
  [`https://app.farwatch.test/${'x'.repeat(2048)}`, 'one too long'],
  ['https://', 'no host'],
  ['null', 'null'],
])('%j is refused: %s', (text) => expect(parse(text)).toBeNull());
