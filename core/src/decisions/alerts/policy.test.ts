import { describe, expect, it } from 'vitest';
import type { NotificationSettings, SeverityFilter } from '../../documents/notification-settings.ts';
import { NOW } from '../../testing/samples.ts';
import type { Severity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { admits, planAlert } from './policy.ts';

const SEVERITIES: Severity[] = ['informational', 'minor', 'major', 'critical'];

describe('each filter against each severity', () => {
  it.each<{ filter: SeverityFilter; admitted: Severity[] }>([
    { filter: 'all', admitted: ['informational', 'minor', 'major', 'critical'] },
    { filter: 'low', admitted: ['informational', 'minor', 'major', 'critical'] },
    { filter: 'medium', admitted: ['minor', 'major', 'critical'] },
    { filter: 'high', admitted: ['major', 'critical'] },
    { filter: 'critical', admitted: ['critical'] },
  ])('$filter admits $admitted', ({ filter, admitted }) => {
    expect(SEVERITIES.filter((severity) => admits(filter, severity))).toEqual(admitted);
  });
});

function settings(
  changes: { severity?: SeverityFilter; silence?: number; telegram?: object } = {},
): NotificationSettings {
  return {
    telegram: { enabled: true, bot_token: 'token', chat_id: '1', verified: true, ...changes.telegram },
    thresholds: { severity: changes.severity ?? 'all', silence_period: changes.silence ?? 15 },
  };
}

const NOW_PLAN = { state: 'waiting', nextAt: NOW };
const AGO_5 = NOW - 5 * MINUTE_MS;
const LATER_10 = { state: 'deferred', nextAt: NOW + 10 * MINUTE_MS };

describe('when an incident is told', () => {
  type Case = {
    rule: string;
    severity: Severity;
    told?: Severity;
    last?: [number, Severity];
    settings?: NotificationSettings;
    plan: object | null;
  };
  it.each<Case>([
    { rule: 'never alerted before: at once', severity: 'minor', plan: NOW_PLAN },
    { rule: 'the filter holds it back', severity: 'minor', settings: settings({ severity: 'high' }), plan: null },
    { rule: 'told before, not moreSevere', severity: 'major', told: 'major', plan: null },
    { rule: 'told before, now less grave', severity: 'minor', told: 'critical', plan: null },
    {
      rule: 'moreSevere than told, long after',
      severity: 'critical',
      told: 'major',
      last: [NOW - 60 * MINUTE_MS, 'major'],
      plan: NOW_PLAN,
    },
    {
      rule: 'moreSevere than told, within the silence',
      severity: 'critical',
      told: 'major',
      last: [AGO_5, 'major'],
      plan: NOW_PLAN,
    },
    {
      rule: 'a new incident within the silence waits for its end',
      severity: 'critical',
      last: [AGO_5, 'critical'],
      plan: LATER_10,
    },
    {
      rule: 'a lessSevere new incident within the silence waits too',
      severity: 'minor',
      last: [AGO_5, 'critical'],
      plan: LATER_10,
    },
    {
      rule: 'a moreSevere new incident within the silence does not',
      severity: 'critical',
      last: [AGO_5, 'minor'],
      plan: NOW_PLAN,
    },
    {
      rule: 'a held-back one that grew, but not over what the endpoint was told',
      severity: 'major',
      told: 'minor',
      last: [AGO_5, 'critical'],
      plan: LATER_10,
    },
    {
      rule: 'the silence is over at its very end',
      severity: 'minor',
      last: [NOW - 15 * MINUTE_MS, 'critical'],
      plan: NOW_PLAN,
    },
    {
      rule: 'no silence',
      severity: 'minor',
      last: [NOW, 'critical'],
      settings: settings({ silence: 0 }),
      plan: NOW_PLAN,
    },
    {
      rule: 'no silence, also where the last alert was made by a clock ahead or in the same run',
      severity: 'minor',
      last: [NOW + 2, 'critical'],
      settings: settings({ silence: 0 }),
      plan: NOW_PLAN,
    },
    {
      rule: 'two hours of silence',
      severity: 'major',
      last: [NOW, 'major'],
      settings: settings({ silence: 120 }),
      plan: { state: 'deferred', nextAt: NOW + 120 * MINUTE_MS },
    },
    { rule: 'Telegram off', severity: 'critical', settings: settings({ telegram: { enabled: false } }), plan: null },
    { rule: 'no token', severity: 'critical', settings: settings({ telegram: { bot_token: '' } }), plan: null },
    { rule: 'no chat', severity: 'critical', settings: settings({ telegram: { chat_id: '' } }), plan: null },
  ])('$rule', ({ severity, told, last, settings: given, plan }) => {
    const endpoint = { lastAlertAt: last?.[0] ?? null, lastAlertSeverity: last?.[1] ?? null };
    expect(planAlert({ severity, alertedSeverity: told ?? null }, endpoint, given ?? settings(), NOW)).toEqual(plan);
  });
});
