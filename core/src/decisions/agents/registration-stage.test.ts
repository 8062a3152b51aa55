import { expect, it } from 'vitest';
import { AGENT } from '../../values/limits.ts';
import { type RegistrationStage, registrationStage } from './registration-stage.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const fresh = { code: 'a1-secret', expiresAtMs: NOW + AGENT.codeValidMs - 1000 };
const old = { code: 'a1-secret', expiresAtMs: NOW - 1 };
const absent = { registered: false, lastReportAt: null };
const left = { registered: false, lastReportAt: NOW - 60_000 };
const reporting = { registered: true, lastReportAt: NOW - 60_000 };

it.each<[string, Parameters<typeof registrationStage>[0], Parameters<typeof registrationStage>[1], RegistrationStage]>([
  ['a new agent with its code', absent, fresh, 'waiting'],
  ['the last moment of a code', absent, { ...fresh, expiresAtMs: NOW }, 'waiting'],
  ['a code of yesterday', absent, old, 'expired'],
  ['no code known', absent, null, 'no-code'],
  ['a device that has joined and is yet to report', { registered: true, lastReportAt: null }, fresh, 'registered'],
  ['a device that has joined and reported', { registered: true, lastReportAt: NOW }, fresh, 'registered'],
  ['a device that joined before the code ended', reporting, old, 'registered'],
  ['a joined device, no code known', reporting, null, 'registered'],
  ['a device that was reset', left, fresh, 'waiting'],
  ['news of the former device, after the reset', reporting, fresh, 'waiting'],
])('%s: %4$s', (_, agent, code, stage) => {
  expect(registrationStage(agent, code, NOW)).toBe(stage);
});
