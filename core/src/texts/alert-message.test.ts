import { describe, expect, it } from 'vitest';
import type { AlertValues } from '../documents/alert.ts';
import { alertValuesSample, NOW } from '../testing/samples.ts';
import { checkErrorSchema } from '../values/check.ts';
import { LANGUAGE_CODES, type Language } from '../values/languages.ts';
import { ALERT, LIMITS } from '../values/limits.ts';
import { LOCATION_CODES } from '../values/locations.ts';
import type { Severity } from '../values/severity.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/time.ts';
import { alertText, digestText, type Told } from './alert-message.ts';
import type { HeadlineKind } from './locales/alert-texts.ts';
import { textsOf } from './texts.ts';

const TELEGRAM_MOST = 4096;
const TEXTS = { en: await textsOf('en'), cn: await textsOf('cn') };

function alert(kind: HeadlineKind, severity: Severity, values: Partial<AlertValues> = {}): Told {
  const base = { locations: ['tw' as const, 'th' as const], statusCode: null, error: 'timeout' as const };
  return { kind, severity, values: alertValuesSample({ ...base, ...values }) };
}

const RECOVERY = alert('recovery', 'critical', { durationMs: 125 * MINUTE_MS });
const CERTIFICATE = alert('certificate', 'informational', { certificateEndsAt: NOW + HOUR_MS });

describe('the text of an alert', () => {
  it.each<{ rule: string; told: Told; language: Language; lines: string[] }>([
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
        '原因: 服务器返回状态码 503',
        '开始时间: 2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'a URL in Chinese',
      told: alert('outage', 'critical', { url: 'https://shop.farwatch.test/%E4%BB%B7%E6%A0%BC%EF%BC%89' }),
      language: 'en',
      lines: [
        '🔴 CRITICAL: Shop is down',
        'https://shop.farwatch.test/价格%EF%BC%89',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
        'Since: 2026-11-20 12:30 UTC',
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
    {
      rule: 'an outage that was over before it was told, en',
      told: alert('short_outage', 'critical', { durationMs: 6_000 }),
      language: 'en',
      lines: [
        '🟢 Shop is up again: it was down for 6 s',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
      ],
    },
    {
      rule: 'what failed from one place for a moment, cn',
      told: alert('short_partial', 'minor', { durationMs: 6_000, locations: ['bd'] }),
      language: 'cn',
      lines: [
        '🟢 Shop 已恢复：在孟加拉国无法访问持续了 6 秒',
        'https://shop.farwatch.test/',
        '监控: Shops',
        '地点: 孟加拉国',
        '原因: 响应超时',
      ],
    },
    {
      rule: 'a recovery while one location fails as before, en',
      told: alert('recovery', 'critical', { durationMs: MINUTE_MS, stillFailing: ['bd'] }),
      language: 'en',
      lines: [
        '🟢 Shop is up again',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Down for: 1 min',
        'Still failing from: Bangladesh',
      ],
    },
    {
      rule: 'endpoints out of sight, en',
      told: alert('blind', 'major', { url: '', monitor: '', locations: [], names: ['Shop', 'Blog'], count: 12 }),
      language: 'en',
      lines: [
        '⚪ Farwatch cannot see 12 endpoints of yours',
        'No agent tells anything of them, so an outage would not be noticed now.',
        'Endpoints: Shop, Blog and 10 more',
      ],
    },
    {
      rule: 'an agent that is silent, en',
      told: alert('agent_lost', 'major', { url: '', monitor: '', locations: ['th'], agent: 'Rack 7', count: 40 }),
      language: 'en',
      lines: [
        '⚪ The agent Rack 7 in Thailand is silent',
        'What it checks is not known until it is back or another agent takes over.',
      ],
    },
  ])('$rule', ({ told, language, lines }) => {
    expect(alertText(told, TEXTS[language], NOW)).toBe(lines.join('\n'));
  });

  it.each<{ severity: Severity; en: string; cn: string }>([
    { severity: 'critical', en: '🔴 CRITICAL: Shop is down', cn: '🔴 严重: Shop 已宕机' },
    { severity: 'major', en: '🔴 MAJOR: Shop is down', cn: '🔴 重大: Shop 已宕机' },
  ])('an outage says how grave it is: $severity', ({ severity, en, cn }) => {
    expect(alertText(alert('outage', severity), TEXTS.en, NOW)).toContain(en);
    expect(alertText(alert('outage', severity), TEXTS.cn, NOW)).toContain(cn);
  });

  it('what fails at some locations says where', () => {
    expect(alertText(alert('partial', 'minor'), TEXTS.en, NOW)).toContain('🟠 MINOR: Shop fails from Taiwan, Thailand');
    expect(alertText(alert('partial', 'minor'), TEXTS.cn, NOW)).toContain('🟠 轻微: Shop 在台湾、泰国无法访问');
  });

  it.each(Object.keys(TEXTS.en.alerts.headlines) as HeadlineKind[])(
    '%s has words of its own in both languages',
    (kind) => {
      const of = (each: HeadlineKind, language: Language) => {
        const values = { url: '', monitor: '', agent: 'Rack', endpoint: 'Shop', durationMs: 6_000, count: 2 };
        return alertText(alert(each, 'major', values), TEXTS[language], NOW).split('\n');
      };
      const others = (Object.keys(TEXTS.en.alerts.headlines) as HeadlineKind[]).filter((each) => each !== kind);
      for (const language of LANGUAGE_CODES) {
        expect(others.map((each) => of(each, language)[0])).not.toContain(of(kind, language)[0]);
      }
      expect(
        of(kind, 'cn')
          .join()
          .replaceAll(/Rack|Shop|Farwatch|UTC/g, ''),
      ).not.toMatch(/[A-Za-z]{2,}/);
      expect(of(kind, 'cn')).toHaveLength(of(kind, 'en').length);
    },
  );

  it.each(checkErrorSchema.options)('the reason %s has words of its own in both languages', (error) => {
    const reasonOf = (language: Language, each: typeof error) =>
      alertText(alert('outage', 'critical', { error: each }), TEXTS[language], NOW).split('\n')[4];
    const others = checkErrorSchema.options.filter((each) => each !== error);
    for (const language of LANGUAGE_CODES) {
      expect(reasonOf(language, error)).toMatch(/^(Reason|原因): .+/);
      expect(others.map((each) => reasonOf(language, each))).not.toContain(reasonOf(language, error));
    }
  });

  it('Chinese texts hold no English sentence', () => {
    for (const error of checkErrorSchema.options) {
      const text = alertText(alert('outage', 'critical', { error }), TEXTS.cn, NOW + 2 * HOUR_MS);
      expect(text.replaceAll(/Shops?|https:\S+|HTTP|UTC/g, '')).not.toMatch(/[A-Za-z]{2,}/);
    }
  });

  it('without a reason or a location has no empty line for it', () => {
    const text = alertText(alert('outage', 'critical', { error: null, locations: [] }), TEXTS.en, NOW);
    expect(text).not.toMatch(/Reason|Locations/);
  });
});

describe('a late message says when it happened', () => {
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
    const last = alertText(RECOVERY, TEXTS[language], NOW + lateMs)
      .split('\n')
      .at(-1);
    if (line === null) expect(last).toBe('Down for: 2 h 5 min');
    else expect(last).toBe(line);
  });
});

describe('many alerts in one message', () => {
  it.each<{ language: Language; lines: string[] }>([
    {
      language: 'en',
      lines: [
        '3 changes:',
        '🔴 MAJOR: Shop is down (2026-11-20 12:30 UTC)',
        '🟢 Shop is up again (2026-11-20 12:30 UTC)',
        '🟡 Shop has a certificate that expires soon (2026-11-20 12:30 UTC)',
      ],
    },
    {
      language: 'cn',
      lines: [
        '3 项变化：',
        '🔴 重大: Shop 已宕机 (2026-11-20 12:30 UTC)',
        '🟢 Shop 已恢复 (2026-11-20 12:30 UTC)',
        '🟡 Shop 的证书即将过期 (2026-11-20 12:30 UTC)',
      ],
    },
  ])('a line each, with its time: $language', ({ language, lines }) => {
    expect(digestText([alert('outage', 'major'), RECOVERY, CERTIFICATE], TEXTS[language])).toBe(lines.join('\n'));
  });

  it.each(['x', '证', '🟢'])(
    'as many as go out together fit one Telegram message, however long their names of %s',
    (letter) => {
      const endpoint = letter.repeat(LIMITS.nameLength / letter.length);
      const values = { endpoint, locations: LOCATION_CODES, durationMs: 99 * DAY_MS + 23 * HOUR_MS };
      const kinds = Object.keys(TEXTS.en.alerts.headlines) as HeadlineKind[];
      for (const language of LANGUAGE_CODES) {
        for (const kind of kinds) {
          const most = Array.from({ length: ALERT.digestMost }, () => alert(kind, 'informational', values));
          const text = digestText(most, TEXTS[language]);
          expect(text.length, kind).toBeLessThanOrEqual(TELEGRAM_MOST);
          expect(text.split('\n'), kind).toHaveLength(ALERT.digestMost + 1);
          if (/^(outage|short_partial|agent_stuck)$/.test(kind)) expect(text, kind).toContain(`${letter}${letter}`);
        }
      }
    },
  );
});

it('only names longer than 80 are cut short in it', () => {
  const of = (length: number) => digestText([alert('outage', 'minor', { endpoint: 'n'.repeat(length) })], TEXTS.en);
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
  expect(alertText(longest, TEXTS.en, NOW + 2 * HOUR_MS).length).toBeLessThanOrEqual(TELEGRAM_MOST);
});
