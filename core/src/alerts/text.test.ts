import { describe, expect, it } from 'vitest';
import { checkErrorSchema } from '../checks/check.ts';
import type { Alert, AlertKind, AlertValues } from '../documents/alert.ts';
import type { Language } from '../documents/user.ts';
import { ALERT, LIMITS } from '../limits.ts';
import type { Severity } from '../status/severity.ts';
import { NOW } from '../testing/samples.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { alertText, digestText } from './text.ts';

const TELEGRAM_MOST = 4096;

function alert(
  kind: AlertKind,
  severity: Severity,
  values: Partial<AlertValues> = {},
): Pick<Alert, 'kind' | 'severity' | 'values'> {
  return {
    kind,
    severity,
    values: {
      endpoint: 'Shop',
      url: 'https://shop.farwatch.test/',
      monitor: 'Shops',
      locations: ['tw', 'th'],
      occurredAt: NOW,
      durationMs: null,
      statusCode: null,
      error: 'timeout',
      certificateEndsAt: null,
      ...values,
    },
  };
}

const RECOVERY = alert('recovery', 'critical', { durationMs: 125 * MINUTE_MS });
const CERTIFICATE = alert('certificate', 'informational', { certificateEndsAt: NOW + HOUR_MS });

describe('the text of an alert', () => {
  it.each<{ rule: string; told: ReturnType<typeof alert>; language: Language; lines: string[] }>([
    {
      rule: 'an outage, en',
      told: alert('outage', 'critical'),
      language: 'en',
      lines: [
        '🔴 CRITICAL: Shop is down',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
        'Since: 2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'an outage, cn',
      told: alert('outage', 'major', { error: 'status', statusCode: 503, locations: ['bd'] }),
      language: 'cn',
      lines: [
        '🔴 重大: Shop 已宕机',
        'https://shop.farwatch.test/',
        '监控: Shops',
        '地点: 孟加拉国',
        '原因: 服务器返回状态 503',
        '开始时间: 2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'a recovery, en',
      told: RECOVERY,
      language: 'en',
      lines: [
        '🟢 Shop is up again',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Down for: 2 h 5 min',
      ],
    },
    {
      rule: 'a recovery, cn',
      told: RECOVERY,
      language: 'cn',
      lines: [
        '🟢 Shop 已恢复',
        'https://shop.farwatch.test/',
        '监控: Shops',
        '地点: 台湾、泰国',
        '宕机时长: 2 小时 5 分钟',
      ],
    },
    {
      rule: 'a certificate, en',
      told: CERTIFICATE,
      language: 'en',
      lines: [
        '🟡 Shop has a certificate that expires soon',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Expires: 2026-11-20 13:30 UTC',
      ],
    },
    {
      rule: 'a certificate, cn',
      told: CERTIFICATE,
      language: 'cn',
      lines: [
        '🟡 Shop 的证书即将过期',
        'https://shop.farwatch.test/',
        '监控: Shops',
        '地点: 台湾、泰国',
        '过期时间: 2026-11-20 13:30 UTC',
      ],
    },
  ])('$rule', ({ told, language, lines }) => {
    expect(alertText(told, language, NOW)).toBe(lines.join('\n'));
  });

  it.each<{ severity: Severity; en: string; cn: string }>([
    { severity: 'critical', en: '🔴 CRITICAL: Shop is down', cn: '🔴 严重: Shop 已宕机' },
    { severity: 'major', en: '🔴 MAJOR: Shop is down', cn: '🔴 重大: Shop 已宕机' },
    { severity: 'minor', en: '🟠 MINOR: Shop is down', cn: '🟠 轻微: Shop 已宕机' },
  ])('an outage says how grave it is: $severity', ({ severity, en, cn }) => {
    expect(alertText(alert('outage', severity), 'en', NOW)).toContain(en);
    expect(alertText(alert('outage', severity), 'cn', NOW)).toContain(cn);
  });

  it.each(checkErrorSchema.options)('the reason %s has words of its own in both languages', (error) => {
    const reasonOf = (language: Language, each: typeof error) =>
      alertText(alert('outage', 'critical', { error: each }), language, NOW).split('\n')[4];
    const others = checkErrorSchema.options.filter((each) => each !== error);
    for (const language of ['en', 'cn'] as const) {
      expect(reasonOf(language, error)).toMatch(/^(Reason|原因): .+/);
      expect(others.map((each) => reasonOf(language, each))).not.toContain(reasonOf(language, error));
    }
  });

  it('Chinese texts hold no English sentence', () => {
    for (const error of checkErrorSchema.options) {
      const text = alertText(alert('outage', 'critical', { error }), 'cn', NOW + 2 * HOUR_MS);
      expect(text.replaceAll(/Shops?|https:\S+|HTTP|UTC/g, '')).not.toMatch(/[A-Za-z]{2,}/);
    }
  });

  it('without a reason or a location has no empty line for it', () => {
    const text = alertText(alert('outage', 'critical', { error: null, locations: [] }), 'en', NOW);
    expect(text).not.toMatch(/Reason|Locations/);
  });
});

describe('a late message says when it happened (design 6)', () => {
  it.each<{ rule: string; lateMs: number; language: Language; line: string | null }>([
    { rule: 'an hour late is not yet', lateMs: HOUR_MS, language: 'en', line: null },
    {
      rule: 'over an hour, en',
      lateMs: HOUR_MS + 1,
      language: 'en',
      line: 'This message is late: it happened at 2026-11-20 12:30 UTC.',
    },
    {
      rule: 'over an hour, cn',
      lateMs: HOUR_MS + 1,
      language: 'cn',
      line: '此消息延迟送达：事件发生于 2026-11-20 12:30 UTC。',
    },
  ])('$rule', ({ lateMs, language, line }) => {
    const last = alertText(RECOVERY, language, NOW + lateMs)
      .split('\n')
      .at(-1);
    if (line === null) expect(last).toBe('Down for: 2 h 5 min');
    else expect(last).toBe(line);
  });
});

describe('many alerts in one message (design 6)', () => {
  it.each<{ language: Language; lines: string[] }>([
    {
      language: 'en',
      lines: [
        '3 changes:',
        '🟠 MINOR: Shop is down (2026-11-20 12:30 UTC)',
        '🟢 Shop is up again (2026-11-20 12:30 UTC)',
        '🟡 Shop has a certificate that expires soon (2026-11-20 12:30 UTC)',
      ],
    },
    {
      language: 'cn',
      lines: [
        '3 项变化：',
        '🟠 轻微: Shop 已宕机 (2026-11-20 12:30 UTC)',
        '🟢 Shop 已恢复 (2026-11-20 12:30 UTC)',
        '🟡 Shop 的证书即将过期 (2026-11-20 12:30 UTC)',
      ],
    },
  ])('a line each, with its time: $language', ({ language, lines }) => {
    expect(digestText([alert('outage', 'minor'), RECOVERY, CERTIFICATE], language)).toBe(lines.join('\n'));
  });

  it.each(['x', '证', '🟢'])(
    'as many as go out together fit one Telegram message, however long their names of %s',
    (letter) => {
      const endpoint = letter.repeat(LIMITS.nameLength / letter.length);
      const most = Array.from({ length: ALERT.digestMost }, () => ({
        ...CERTIFICATE,
        values: { ...CERTIFICATE.values, endpoint },
      }));
      for (const language of ['en', 'cn'] as const) {
        const text = digestText(most, language);
        expect(text.length).toBeLessThanOrEqual(TELEGRAM_MOST);
        expect(text.split('\n')).toHaveLength(ALERT.digestMost + 1);
        expect(text).toContain(`${letter}${letter}`);
      }
    },
  );
});

it('only names longer than 80 are cut short in it', () => {
  const of = (length: number) => digestText([alert('outage', 'minor', { endpoint: 'n'.repeat(length) })], 'en');
  expect(of(80)).toContain(`${'n'.repeat(80)} is down`);
  expect(of(81)).toContain(`${'n'.repeat(80)}… is down`);
});

it('the longest single alert fits one Telegram message', () => {
  const longest = alert('outage', 'critical', {
    endpoint: 'e'.repeat(LIMITS.nameLength),
    monitor: 'm'.repeat(LIMITS.nameLength),
    url: `https://farwatch.test/${'u'.repeat(LIMITS.urlLength)}`,
    locations: ['tw', 'th', 'bd'],
  });
  expect(alertText(longest, 'en', NOW + 2 * HOUR_MS).length).toBeLessThanOrEqual(TELEGRAM_MOST);
});
