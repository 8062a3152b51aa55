import { monitorEndpointSample, monitorSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { sampleGroups, sharedName } from './sample.ts';

const monitor = (name: string, ...urls: string[]) => ({
  ...monitorSample({
    name,
    endpoints: Object.fromEntries(urls.map((url, index) => [`${index}`, monitorEndpointSample({ url })])),
  }),
  id: name,
});

it.each([
  [['https://api.acme.test/', 'https://www.acme.test/', 'https://other.test/'], 'Acme'],
  [['https://acme.co.uk/'], 'Acme'],
  [['https://acme.test/'], 'Acme'],
  [['https://192.0.2.1/', 'https://[2001:db8::1]/', 'https://localhost/', 'https://xn--fiqs8s.test/'], ''],
  [[], ''],
])('the hosts of %j share %j', (urls, name) => {
  expect(sharedName([monitor('m', ...urls)])).toBe(name);
});

it('shows all monitors by name, at most 100', () => {
  expect(sampleGroups([monitor('Shop'), monitor('API')])).toEqual([
    {
      id: 'group 1',
      name: '',
      components: [
        { id: 'monitor API', monitorId: 'API', endpointId: null, name: 'API' },
        { id: 'monitor Shop', monitorId: 'Shop', endpointId: null, name: 'Shop' },
      ],
    },
  ]);
  const many = Array.from({ length: 101 }, (_, index) => monitor(`m${index}`));
  expect(sampleGroups(many)[0]?.components).toHaveLength(100);
});
