import { expect, it } from 'vitest';
import { AGENT } from '../../values/limits.ts';
import { type RegistrationStage, registrationStage } from './registration-stage.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const fresh = { code: 'a1-secret', expiresAtMs: NOW + AGENT.codeValidMs - 1000 };
const old = { code: 'a1-secret', expiresAtMs: NOW - 1 };
const absent = { registered: false, lastReportAt: null };
const wasReset = { registered: false, lastReportAt: NOW - 60_000 };
const reporting = { registered: true, lastReportAt: NOW - 60_000 };

it.each<[string, Parameters<typeof registrationStage>[0], Parameters<typeof registrationStage>[1], RegistrationStage]>([
  ['a new agent with its code', absent, fresh, 'waiting'],
  ['the last millisecond of a code', absent, { ...fresh, expiresAtMs: NOW }, 'waiting'],
  ['an expired code', absent, old, 'expired'],
  ['no code known', absent, null, 'no-code'],
  ['a registered device without a report', { registered: true, lastReportAt: null }, fresh, 'registered'],
  ['a registered device that reports', { registered: true, lastReportAt: NOW }, fresh, 'registered'],
  ['a device registered before the code expired', reporting, old, 'registered'],
  ['a registered device, no code known', reporting, null, 'registered'],
  ['a device that was reset', wasReset, fresh, 'waiting'],
  ['a last report of the previous device after the reset', reporting, fresh, 'waiting'],
])('%s: %4$s', (_, agent, code, stage) => {
  expect(registrationStage(agent, code, NOW)).toBe(stage);
});
