import { describe, expect, it } from 'vitest';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { NOW } from '../../testing/samples.ts';
import type { Severity } from '../../values/severity.ts';
import { admits, type SeverityFilter } from '../../values/severity-filter.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { planAlert } from './policy.ts';

const SEVERITIES: Severity[] = ['informational', 'minor', 'major', 'critical'];

describe('the severity filter', () => {
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
    telegram: { enabled: true, botToken: 'token', chatId: '1', verified: true, ...changes.telegram },
    thresholds: { severity: changes.severity ?? 'all', silencePeriod: changes.silence ?? 15 },
  };
}

const NOW_PLAN = { state: 'waiting', nextAt: NOW };
const AGO_5 = NOW - 5 * MINUTE_MS;
const LATER_10 = { state: 'deferred', nextAt: NOW + 10 * MINUTE_MS };

describe('the plan of an alert', () => {
  type Case = {
    rule: string;
    severity: Severity;
    alerted?: Severity;
    last?: [number, Severity];
    settings?: NotificationSettings;
    plan: object | null;
  };
  it.each<Case>([
    { rule: 'never alerted before: immediately', severity: 'minor', plan: NOW_PLAN },
    { rule: 'excluded by the filter', severity: 'minor', settings: settings({ severity: 'high' }), plan: null },
    { rule: 'already alerted with the same severity', severity: 'major', alerted: 'major', plan: null },
    { rule: 'already alerted, now less severe', severity: 'minor', alerted: 'critical', plan: null },
    {
      rule: 'more severe than alerted, after the silence period',
      severity: 'critical',
      alerted: 'major',
      last: [NOW - 60 * MINUTE_MS, 'major'],
      plan: NOW_PLAN,
    },
    {
      rule: 'more severe than alerted, within the silence period',
      severity: 'critical',
      alerted: 'major',
      last: [AGO_5, 'major'],
      plan: NOW_PLAN,
    },
    {
      rule: 'a new incident within the silence period waits for its end',
      severity: 'critical',
      last: [AGO_5, 'critical'],
      plan: LATER_10,
    },
    {
      rule: 'a less severe new incident within the silence period waits too',
      severity: 'minor',
      last: [AGO_5, 'critical'],
      plan: LATER_10,
    },
    {
      rule: 'a more severe new incident within the silence period does not wait',
      severity: 'critical',
      last: [AGO_5, 'minor'],
      plan: NOW_PLAN,
    },
    {
      rule: 'a deferred one that became more severe, but not more than the last alert of the endpoint',
      severity: 'major',
      alerted: 'minor',
      last: [AGO_5, 'critical'],
      plan: LATER_10,
    },
    {
      rule: 'the silence period excludes its end',
      severity: 'minor',
      last: [NOW - 15 * MINUTE_MS, 'critical'],
      plan: NOW_PLAN,
    },
    {
      rule: 'no silence period',
      severity: 'minor',
      last: [NOW, 'critical'],
      settings: settings({ silence: 0 }),
      plan: NOW_PLAN,
    },
    {
      rule: 'no silence period, and the last alert is of the same run or a clock ahead',
      severity: 'minor',
      last: [NOW + 2, 'critical'],
      settings: settings({ silence: 0 }),
      plan: NOW_PLAN,
    },
    {
      rule: 'a silence period of two hours',
      severity: 'major',
      last: [NOW, 'major'],
      settings: settings({ silence: 120 }),
      plan: { state: 'deferred', nextAt: NOW + 120 * MINUTE_MS },
    },
    { rule: 'Telegram off', severity: 'critical', settings: settings({ telegram: { enabled: false } }), plan: null },
    { rule: 'no token', severity: 'critical', settings: settings({ telegram: { botToken: '' } }), plan: null },
    { rule: 'no chat', severity: 'critical', settings: settings({ telegram: { chatId: '' } }), plan: null },
  ])('$rule', ({ severity, alerted, last, settings: changed, plan }) => {
    const endpoint = { lastAlertAt: last?.[0] ?? null, lastAlertSeverity: last?.[1] ?? null };
    expect(planAlert({ severity, alertedSeverity: alerted ?? null }, endpoint, changed ?? settings(), NOW)).toEqual(
      plan,
    );
  });
});
