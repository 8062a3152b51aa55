import { expect, it } from 'vitest';
import { parseServices, serviceUrls } from './rdap-services.ts';

const LIST = JSON.stringify({
  version: '1.0',
  services: [
    [['com', 'net'], ['https://rdap.verisign.test/']],
    [
      ['TW', 'xn--kpry57d'],
      ['http://insecure.test/', 'https://rdap.tw.test/'],
    ],
    [['co.uk'], ['https://rdap.co-uk.test/']],
    [['uk'], ['https://rdap.uk.test/']],
  ],
});

it.each([
  ['example.com', ['https://rdap.verisign.test/']],
  ['a.b.example.net', ['https://rdap.verisign.test/']],
  ['example.tw', ['http://insecure.test/', 'https://rdap.tw.test/']],
  ['xn--fsqu00a.xn--kpry57d', ['http://insecure.test/', 'https://rdap.tw.test/']],
  ['example.co.uk', ['https://rdap.co-uk.test/']],
  ['example.org.uk', ['https://rdap.uk.test/']],
  ['example.bd', []],
  ['com', []],
])('the service for %s', (name, urls) => {
  expect(serviceUrls(parseServices(LIST) ?? [], name)).toEqual(urls);
});

it.each(['', '{}', '{"services":[["com"]]}', '<!doctype html>'])('%j is no list', (text) => {
  expect(parseServices(text)).toBeNull();
});
