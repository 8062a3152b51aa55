import { expect, it } from 'vitest';
import { deploySettings } from './deploy-settings.ts';

const KEY_LIMITS = { keyReadsPerMinute: 60, keyWritesPerMinute: 30 };

it.each([
  [{}, { ...KEY_LIMITS, maxInstances: 10, paymentsMinInstances: 0, blockedHosts: [] }],
  [
    { MAX_INSTANCES: '', PAYMENTS_MIN_INSTANCES: ' ', BLOCKED_HOSTS: '' },
    { ...KEY_LIMITS, maxInstances: 10, paymentsMinInstances: 0, blockedHosts: [] },
  ],
  [
    {
      MAX_INSTANCES: ' 40 ',
      PAYMENTS_MIN_INSTANCES: '1',
      BLOCKED_HOSTS: 'example.com, example.org',
      API_KEY_READS_PER_MINUTE: '600',
      API_KEY_WRITES_PER_MINUTE: '1',
    },
    {
      maxInstances: 40,
      paymentsMinInstances: 1,
      blockedHosts: ['example.com', 'example.org'],
      keyReadsPerMinute: 600,
      keyWritesPerMinute: 1,
    },
  ],
])('%o is %o', (env, settings) => expect(deploySettings(env)).toEqual(settings));

it.each(['0', '1001', '-5', '1.5', '1e2', 'ten'])('refuses %s', (text) => {
  expect(() => deploySettings({ MAX_INSTANCES: text })).toThrow(
    `MAX_INSTANCES in functions/.env must be a whole number from 1 to 1000, and is "${text}".`,
  );
});

it('refuses a blocked host that is none', () => {
  expect(() => deploySettings({ BLOCKED_HOSTS: 'example.com,https://example.org' })).toThrow(
    'BLOCKED_HOSTS in functions/.env must be hosts such as example.com, separated by commas, and is "example.com,https://example.org".',
  );
});
