import { expect, it } from 'vitest';
import { deploySettings } from './deploy-settings.ts';

it.each([
  [{}, { maxInstances: 10, paymentsMinInstances: 0 }],
  [
    { MAX_INSTANCES: '', PAYMENTS_MIN_INSTANCES: ' ' },
    { maxInstances: 10, paymentsMinInstances: 0 },
  ],
  [
    { MAX_INSTANCES: ' 40 ', PAYMENTS_MIN_INSTANCES: '1' },
    { maxInstances: 40, paymentsMinInstances: 1 },
  ],
])('%o is %o', (env, settings) => expect(deploySettings(env)).toEqual(settings));

it.each(['0', '1001', '-5', '1.5', '1e2', 'ten'])('refuses %s', (text) => {
  expect(() => deploySettings({ MAX_INSTANCES: text })).toThrow(
    `MAX_INSTANCES in functions/.env must be a whole number from 1 to 1000, and is "${text}".`,
  );
});
