import { describe, expect, it } from 'vitest';
import type { MessageContent, MessageKind, MessageValues } from '../documents/message.ts';
import { messageValuesSample, NOW } from '../testing/samples.ts';
import { checkErrorSchema } from '../values/check.ts';
import { LANGUAGE_CODES, type Language } from '../values/languages.ts';
import { ALERT, LIMITS } from '../values/limits.ts';
import { LOCATION_CODES } from '../values/locations.ts';
import type { Severity } from '../values/severity.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/time.ts';
import { composeMessage, digestPath } from './compose-message.ts';
import { type Texts, textsOf } from './texts.ts';

function renderAlert(content: MessageContent, texts: Texts, nowMs: number): string {
  return composeMessage([content], texts, { id: '', nowMs, link: null }).text;
}

function renderDigest(contents: readonly MessageContent[], texts: Texts): string {
  const [first, ...rest] = contents;
  return first ? composeMessage([first, ...rest], texts, { id: '', nowMs: NOW, link: null }).text : '';
}

const TELEGRAM_LIMIT = 4096;
const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGE_CODES.map(async (language) => [language, await textsOf(language)] as const)),
) as Record<Language, Texts>;

function alert(kind: MessageKind, severity: Severity, values: Partial<MessageValues> = {}): MessageContent {
  const base = { locations: ['tw' as const, 'th' as const], statusCode: null, error: 'timeout' as const };
  const subject = { endpointId: 'shop', incidentId: 'incident', outage: 1, ended: [] };
  return { ...subject, kind, severity, values: messageValuesSample({ ...base, ...values }) };
}

const RECOVERY = alert('recovery', 'critical', { durationMs: 125 * MINUTE_MS });
const ON_SERVER = { endpoint: 'Shop', url: 'domain://shop.test', locations: ['server' as const] };
const DOMAIN = alert('domain', 'informational', { ...ON_SERVER, certificateEndsAt: NOW + HOUR_MS, count: 14 });
const DOMAIN_CHANGES = alert('domain_changed', 'major', {
  ...ON_SERVER,
  changes: [
    { part: 'registrar', before: 'R', after: 'S' },
    { part: 'nameServers', before: 'a.test, b.test', after: 'c.test' },
  ],
});
const INTERMEDIATE = alert('certificate', 'informational', {
  certificateEndsAt: NOW + HOUR_MS,
  count: 3,
  certificate: { issuers: ['Test CA R1', 'Test Root X1'], names: ['shop.farwatch.test'], intermediate: 'Test CA R1' },
});
const CERTIFICATE = alert('certificate', 'informational', { certificateEndsAt: NOW + HOUR_MS, count: 1 });

it.each([
  ['certificate', 0, 'Shops › Shop has a certificate that has expired', '“Shops › Shop”的证书已过期'],
  ['certificate', 3, 'Shops › Shop has a certificate that expires in 3 days', '“Shops › Shop”的证书将在 3 天后过期'],
  ['domain', 0, 'The registration of Shops › Shop has expired', '“Shops › Shop”的域名注册已过期'],
  ['domain', 1, 'The registration of Shops › Shop expires within a day', '“Shops › Shop”的域名注册将在一天内过期'],
] as const)('a %s with %i days left', (kind, count, en, cn) => {
  const content = alert(kind, 'informational', { certificateEndsAt: NOW, count });
  const firstLine = (language: Language) => renderAlert(content, TEXTS[language], NOW).split('\n')[0];
  expect([firstLine('en'), firstLine('cn')]).toEqual([`🟡 ${en}`, `🟡 ${cn}`]);
});

it.each([
  ['one location', { tw: [2_340, 800] }, '2,340 ms in Taiwan, limit 800 ms', '台湾 2,340 毫秒、阈值 800 毫秒'],
  [
    'two with one limit',
    { tw: [2_340, 800], th: [900, 800] },
    '2,340 ms in Taiwan, 900 ms in Thailand, limit 800 ms',
    '台湾 2,340 毫秒、泰国 900 毫秒、阈值 800 毫秒',
  ],
  [
    'two with limits of their own',
    { tw: [2_340, 800], th: [1_900, 700] },
    '2,340 ms in Taiwan (limit 800 ms), 1,900 ms in Thailand (limit 700 ms)',
    '台湾 2,340 毫秒（阈值 800 毫秒）、泰国 1,900 毫秒（阈值 700 毫秒）',
  ],
  ['a job', { server: [3_900_000, 3_600_000] }, '1 h 5 min, limit 1 h', '1 小时 5 分钟、阈值 1 小时'],
] as const)('a slow endpoint, measured at %s', (_, measured, en, cn) => {
  const slow = Object.fromEntries(Object.entries(measured).map(([code, [ms, limitMs]]) => [code, { ms, limitMs }]));
  const firstLine = (kind: MessageKind, language: Language) =>
    renderAlert(alert(kind, 'minor', { slow, error: null, durationMs: 0 }), TEXTS[language], NOW).split('\n')[0];
  expect(firstLine('slow', 'en')).toBe(`🟡 Shops › Shop is slow: ${en}`);
  expect(firstLine('slow', 'cn')).toBe(`🟡 “Shops › Shop”响应缓慢：${cn}`);
  expect(firstLine('slow_over', 'en')).toBe('🟢 Shops › Shop is as fast as before');
  expect(firstLine('slow_over', 'cn')).toBe('🟢 “Shops › Shop”的响应速度已恢复');
});

it.each([
  ['an Arabic name', 'متجر', '🔴 CRITICAL: Shops › \u2068متجر\u2069 is down', 'Monitor: Shops'],
  ['a Bengali name', 'র\u200D্যাব', '🔴 CRITICAL: Shops › র\u200D্যাব is down', 'Monitor: Shops'],
  [
    'a name with line breaks',
    'Shop\n🟢 API is up again',
    '🔴 CRITICAL: Shops › Shop 🟢 API is up again is down',
    'Monitor: Shops',
  ],
  ['the name of the monitor in capitals', 'SHOPS', '🔴 CRITICAL: SHOPS is down', 'Monitor: Shops'],
  ['a name that contains that of the monitor', 'Shops EU', '🔴 CRITICAL: Shops › Shops EU is down', 'Monitor: Shops'],
  ['a name that overrides the direction', 'Shop\u202E', '🔴 CRITICAL: Shops › Shop is down', 'Monitor: Shops'],
])('%s stands in our sentence as it is written', (_what, endpoint, title, monitor) => {
  const lines = renderAlert(alert('outage', 'critical', { endpoint }), TEXTS.en, NOW).split('\n');
  expect([lines[0], lines[2]]).toEqual([title, monitor]);
});

describe('the message of an alert', () => {
  it.each<{ rule: string; content: MessageContent; language: Language; lines: string[] }>([
    {
      rule: 'an outage, en',
      content: alert('outage', 'critical'),
      language: 'en',
      lines: [
        '🔴 CRITICAL: Shops › Shop is down',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
        'Since: 2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'an outage, cn',
      content: alert('outage', 'major', { error: 'status', statusCode: 503, locations: ['bd'] }),
      language: 'cn',
      lines: [
        '🔴 重要：“Shops › Shop”发生故障',
        'https://shop.farwatch.test/',
        '监控项：Shops',
        '地点：孟加拉国',
        '原因：服务器返回状态码 503',
        '开始时间：2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'a URL in Chinese',
      content: alert('outage', 'critical', { url: 'https://shop.farwatch.test/%E4%BB%B7%E6%A0%BC%EF%BC%89' }),
      language: 'en',
      lines: [
        '🔴 CRITICAL: Shops › Shop is down',
        'https://shop.farwatch.test/价格%EF%BC%89',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
        'Since: 2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'a recovery, en',
      content: RECOVERY,
      language: 'en',
      lines: [
        '🟢 Shops › Shop is up again',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Down for: 2 h 5 min',
      ],
    },
    {
      rule: 'a recovery, cn',
      content: RECOVERY,
      language: 'cn',
      lines: [
        '🟢 “Shops › Shop”已恢复',
        'https://shop.farwatch.test/',
        '监控项：Shops',
        '地点：台湾、泰国',
        '故障时长：2 小时 5 分钟',
      ],
    },
    {
      rule: 'a certificate, en',
      content: CERTIFICATE,
      language: 'en',
      lines: [
        '🟡 Shops › Shop has a certificate that expires within a day',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Expires: 2026-11-20 13:30 UTC',
      ],
    },
    {
      rule: 'an intermediate certificate, en',
      content: INTERMEDIATE,
      language: 'en',
      lines: [
        '🟡 Shops › Shop has an intermediate certificate that expires in 3 days',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Expires: 2026-11-20 13:30 UTC',
        'Intermediate certificate: Test CA R1',
        'Issuer: Test CA R1 ← Test Root X1',
        'Names: shop.farwatch.test',
      ],
    },
    {
      rule: 'an intermediate certificate, cn',
      content: INTERMEDIATE,
      language: 'cn',
      lines: [
        '🟡 “Shops › Shop”的中间证书将在 3 天后过期',
        'https://shop.farwatch.test/',
        '监控项：Shops',
        '地点：台湾、泰国',
        '过期时间：2026-11-20 13:30 UTC',
        '中间证书：Test CA R1',
        '签发者：Test CA R1 ← Test Root X1',
        '域名：shop.farwatch.test',
      ],
    },
    {
      rule: 'a certificate, cn',
      content: CERTIFICATE,
      language: 'cn',
      lines: [
        '🟡 “Shops › Shop”的证书将在一天内过期',
        'https://shop.farwatch.test/',
        '监控项：Shops',
        '地点：台湾、泰国',
        '过期时间：2026-11-20 13:30 UTC',
      ],
    },
    {
      rule: 'a domain, en',
      content: DOMAIN,
      language: 'en',
      lines: [
        '🟡 The registration of Shops › Shop expires in 14 days',
        'domain://shop.test',
        'Monitor: Shops',
        'Expires: 2026-11-20 13:30 UTC',
      ],
    },
    {
      rule: 'a domain, cn',
      content: DOMAIN,
      language: 'cn',
      lines: [
        '🟡 “Shops › Shop”的域名注册将在 14 天后过期',
        'domain://shop.test',
        '监控项：Shops',
        '过期时间：2026-11-20 13:30 UTC',
      ],
    },
    {
      rule: 'a domain that changed, en',
      content: DOMAIN_CHANGES,
      language: 'en',
      lines: [
        '🟠 The registration of Shops › Shop has changed',
        'If this was not you, check your account at the registrar now.',
        'domain://shop.test',
        'Monitor: Shops',
        'Registrar: R → S',
        'Name servers: a.test, b.test → c.test',
      ],
    },
    {
      rule: 'a domain that changed, cn',
      content: DOMAIN_CHANGES,
      language: 'cn',
      lines: [
        '🟠 “Shops › Shop”的域名注册信息已变更',
        '如果这不是您本人的操作，请立即检查在注册商处的账户。',
        'domain://shop.test',
        '监控项：Shops',
        '注册商：R → S',
        '域名服务器：a.test, b.test → c.test',
      ],
    },
    {
      rule: 'a short outage, en',
      content: alert('short_outage', 'critical', { durationMs: 6_000 }),
      language: 'en',
      lines: [
        '🟢 Shops › Shop is up again: it was down for 6 s',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
        'Began: 2026-11-20 12:29 UTC',
      ],
    },
    {
      rule: 'a reminder, en',
      content: alert('reminder', 'critical', { durationMs: 2 * HOUR_MS }),
      language: 'en',
      lines: [
        '🔴 CRITICAL: Shops › Shop is still down, for 2 h',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Reason: No answer in time',
        'Since: 2026-11-20 12:30 UTC',
      ],
    },
    {
      rule: 'a short partial failure, cn',
      content: alert('short_partial', 'minor', { durationMs: 6_000, locations: ['bd'] }),
      language: 'cn',
      lines: [
        '🟢 “Shops › Shop”已恢复：曾在孟加拉国无法访问，持续 6 秒',
        'https://shop.farwatch.test/',
        '监控项：Shops',
        '地点：孟加拉国',
        '原因：响应超时',
        '开始时间：2026-11-20 12:29 UTC',
      ],
    },
    {
      rule: 'a recovery while one location still fails, en',
      content: alert('recovery', 'critical', { durationMs: MINUTE_MS, stillFailing: ['bd'] }),
      language: 'en',
      lines: [
        '🟢 Shops › Shop is up again',
        'https://shop.farwatch.test/',
        'Monitor: Shops',
        'Locations: Taiwan, Thailand',
        'Down for: 1 min',
        'Still failing from: Bangladesh',
      ],
    },
    {
      rule: 'a coverage gap, en',
      content: alert('coverage_gap', 'major', {
        url: '',
        monitor: '',
        locations: [],
        names: ['Shop', 'Blog'],
        count: 12,
      }),
      language: 'en',
      lines: [
        '⚪ No data for 12 endpoints',
        'No agent reports results for them, so an outage would go unnoticed.',
        'Endpoints: Shop, Blog and 10 more',
      ],
    },
    {
      rule: 'a lost agent, en',
      content: alert('agent_lost', 'major', { url: '', monitor: '', locations: ['th'], agent: 'Office 7', count: 40 }),
      language: 'en',
      lines: [
        '⚪ Agent Office 7 in Thailand is not responding',
        'The status of its endpoints is unknown until it is back or another agent takes over.',
      ],
    },
  ])('$rule', ({ content, language, lines }) => {
    expect(renderAlert(content, TEXTS[language], NOW)).toBe(lines.join('\n'));
  });

  it('lists the locations of a partial failure', () => {
    expect(renderAlert(alert('partial', 'minor'), TEXTS.en, NOW)).toContain(
      '🟠 MINOR: Shops › Shop fails from Taiwan, Thailand',
    );
    expect(renderAlert(alert('partial', 'minor'), TEXTS.cn, NOW)).toContain(
      '🟠 次要：“Shops › Shop”在台湾、泰国无法访问',
    );
  });

  it.each(Object.keys(TEXTS.en.alerts.headlines) as MessageKind[])(
    '%s has a headline of its own in every language',
    (kind) => {
      const of = (each: MessageKind, language: Language) => {
        const values = { url: '', monitor: '', agent: 'Office', endpoint: 'Shop', durationMs: 6_000, count: 2 };
        return renderAlert(alert(each, 'major', values), TEXTS[language], NOW).split('\n');
      };
      const others = (Object.keys(TEXTS.en.alerts.headlines) as MessageKind[]).filter((each) => each !== kind);
      for (const language of LANGUAGE_CODES) {
        expect(others.map((each) => of(each, language)[0])).not.toContain(of(kind, language)[0]);
      }
      expect(
        of(kind, 'cn')
          .join()
          .replaceAll(/Office|Shop|Farwatch|UTC/g, ''),
      ).not.toMatch(/[A-Za-z]{2,}/);
      expect(of(kind, 'cn')).toHaveLength(of(kind, 'en').length);
    },
  );

  it.each(checkErrorSchema.options)('the reason %s has a text of its own in every language', (error) => {
    const reasonOf = (language: Language, each: typeof error) =>
      renderAlert(alert('outage', 'critical', { error: each }), TEXTS[language], NOW).split('\n')[4];
    const others = checkErrorSchema.options.filter((each) => each !== error);
    for (const language of LANGUAGE_CODES) {
      const { reason, colon } = TEXTS[language].alerts;
      expect(reasonOf(language, error)).toMatch(new RegExp(`^${reason}${colon}.+`));
      expect(others.map((each) => reasonOf(language, each))).not.toContain(reasonOf(language, error));
    }
  });

  it('Chinese messages contain no English', () => {
    for (const error of checkErrorSchema.options) {
      const text = renderAlert(alert('outage', 'critical', { error }), TEXTS.cn, NOW + 2 * HOUR_MS);
      expect(text.replaceAll(/Shops?|https:\S+|HTTP|UTC|DNS|STARTTLS|TLS|RFC/g, '')).not.toMatch(/[A-Za-z]{2,}/);
    }
  });

  it('omits the lines of a missing reason and location', () => {
    const text = renderAlert(alert('outage', 'critical', { error: null, locations: [] }), TEXTS.en, NOW);
    expect(text).not.toMatch(/Reason|Locations/);
  });
});

describe('the time of a late message', () => {
  it.each<{ rule: string; lateMs: number; language: Language; line: string | null }>([
    { rule: 'omitted up to an hour', lateMs: HOUR_MS, language: 'en', line: null },
    {
      rule: 'over an hour, en',
      lateMs: HOUR_MS + 1,
      language: 'en',
      line: 'It happened at 2026-11-20 12:30 UTC.',
    },
    {
      rule: 'over an hour, cn',
      lateMs: HOUR_MS + 1,
      language: 'cn',
      line: '发生时间：2026-11-20 12:30 UTC。',
    },
  ])('$rule', ({ lateMs, language, line }) => {
    const [, second] = renderAlert(RECOVERY, TEXTS[language], NOW + lateMs).split('\n');
    expect(second).toBe(line ?? 'https://shop.farwatch.test/');
  });
});

describe('a digest', () => {
  it.each<{ language: Language; lines: string[] }>([
    {
      language: 'en',
      lines: [
        '3 changes in Shops:',
        '🔴 MAJOR: Shops › Shop is down (2026-11-20 12:30 UTC)',
        '🟢 Shops › Shop is up again (2026-11-20 12:30 UTC)',
        '🟡 Shops › Shop has a certificate that expires within a day (2026-11-20 12:30 UTC)',
      ],
    },
    {
      language: 'cn',
      lines: [
        '3 项变化（Shops）：',
        '🔴 重要：“Shops › Shop”发生故障 (2026-11-20 12:30 UTC)',
        '🟢 “Shops › Shop”已恢复 (2026-11-20 12:30 UTC)',
        '🟡 “Shops › Shop”的证书将在一天内过期 (2026-11-20 12:30 UTC)',
      ],
    },
  ])('has one line for each alert, with its time: $language', ({ language, lines }) => {
    expect(renderDigest([alert('outage', 'major'), RECOVERY, CERTIFICATE], TEXTS[language])).toBe(lines.join('\n'));
  });

  it.each(['证', '🟢'])('fits into one Telegram message at its largest, with long names of %s', (letter) => {
    const endpoint = letter.repeat(LIMITS.nameLength / letter.length);
    const values = { endpoint, locations: LOCATION_CODES, durationMs: 99 * DAY_MS + 23 * HOUR_MS };
    const kinds = Object.keys(TEXTS.en.alerts.headlines) as MessageKind[];
    for (const language of LANGUAGE_CODES) {
      for (const kind of kinds) {
        const contents = Array.from({ length: ALERT.digestMost }, () => alert(kind, 'informational', values));
        const text = renderDigest(contents, TEXTS[language]);
        expect(text.length, kind).toBeLessThanOrEqual(TELEGRAM_LIMIT);
        expect(text.split('\n'), kind).toHaveLength(ALERT.digestMost + 1);
        if (/^(outage|short_partial|agent_stuck)$/.test(kind)) expect(text, kind).toContain(`${letter}${letter}`);
      }
    }
  });
});

it.each<[Language, string[]]>([
  [
    'en',
    [
      '4 changes in Shop, Blog, Mail and 1 more:',
      '🔴 CRITICAL: Shop › Endpoint 1 is down (2026-11-20 12:30 UTC)',
      '🟢 Blog › Endpoint 1 is up again (2026-11-20 12:30 UTC)',
      '🔴 CRITICAL: Mail is down (2026-11-20 12:30 UTC)',
      '🟠 MINOR: Pay › Endpoint 1 fails from Taiwan (2026-11-20 12:30 UTC)',
    ],
  ],
  [
    'cn',
    [
      '4 项变化（Shop、Blog、Mail，另有 1 个）：',
      '🔴 紧急：“Shop › Endpoint 1”发生故障 (2026-11-20 12:30 UTC)',
      '🟢 “Blog › Endpoint 1”已恢复 (2026-11-20 12:30 UTC)',
      '🔴 紧急：“Mail”发生故障 (2026-11-20 12:30 UTC)',
      '🟠 次要：“Pay › Endpoint 1”在台湾无法访问 (2026-11-20 12:30 UTC)',
    ],
  ],
])('a digest of several monitors names each with its endpoints: %s', (language, lines) => {
  const of = (monitor: string, endpoint = 'Endpoint 1') => ({ monitor, endpoint });
  const contents = [
    alert('outage', 'critical', of('Shop')),
    alert('recovery', 'critical', of('Blog')),
    alert('outage', 'critical', of('Mail', 'Mail')),
    alert('partial', 'minor', { ...of('Pay'), locations: ['tw'] }),
  ];
  expect(renderDigest(contents, TEXTS[language])).toBe(lines.join('\n'));
});

describe('a message about the endpoints at one host', () => {
  const at = (endpoint: string, url = `https://shop.farwatch.test/${endpoint}`) => ({ endpoint, url, monitor: 'Shop' });
  const recovered = (endpoint: string) => alert('recovery', 'minor', at(endpoint));
  it.each<[string, MessageContent[], string, string]>([
    [
      'names the host, how many fail and the highest severity',
      [alert('partial', 'minor', at('a')), alert('outage', 'major', at('b'))],
      '🔴 MAJOR: 2 endpoints at shop.farwatch.test fail:',
      '🔴 重要：shop.farwatch.test 的 2 个端点发生故障：',
    ],
    [
      'names it when they have recovered',
      [recovered('a'), recovered('b'), alert('short_outage', 'minor', at('c'))],
      '🟢 3 endpoints at shop.farwatch.test are up again:',
      '🟢 shop.farwatch.test 的 3 个端点已恢复：',
    ],
    [
      'names it as people write it',
      ['a', 'b'].map((name) => alert('outage', 'major', at(name, `https://xn--wgv71a.farwatch.test/${name}`))),
      '🔴 MAJOR: 2 endpoints at 日本.farwatch.test fail:',
      '🔴 重要：日本.farwatch.test 的 2 个端点发生故障：',
    ],
    [
      'names the monitors if it is about several hosts',
      [alert('outage', 'major', at('a')), alert('outage', 'major', at('b', 'https://docs.farwatch.test/'))],
      '2 changes in Shop:',
      '2 项变化（Shop）：',
    ],
    [
      'or about failures and recoveries',
      [alert('outage', 'major', at('a')), recovered('b')],
      '2 changes in Shop:',
      '2 项变化（Shop）：',
    ],
  ])('%s', (_, contents, en, cn) => {
    const each = contents.map((content) => ({ ...content, endpointId: content.values.endpoint }));
    const title = (language: Language) => renderDigest(each, TEXTS[language]).split('\n')[0];
    expect([title('en'), title('cn')]).toEqual([en, cn]);
  });
});

describe('a digest leads to', () => {
  const other = alert('outage', 'major', { url: 'https://blog.farwatch.test/' });
  const notice = { ...alert('coverage_gap', 'major', { url: '' }), incidentId: null, endpointId: null };
  it.each([
    ['the incidents of its host', [RECOVERY, alert('outage', 'major')], '/incidents?search=shop.farwatch.test'],
    ['all incidents, of several hosts', [RECOVERY, other], '/incidents'],
    ['all incidents, if some have no host', [RECOVERY, notice], '/incidents'],
    ['no incidents, if it has none', [notice, notice], null],
  ])('%s', (_, contents, path) => expect(digestPath(contents)).toBe(path));

  it('each incident, else the endpoint, else nothing', () => {
    const contents = [RECOVERY, { ...RECOVERY, incidentId: null }, notice] as const;
    const context = { id: '', nowMs: NOW, link: null, appUrl: 'https://app.test' };
    const { lineUrls } = composeMessage(contents, TEXTS.en, context);
    expect(lineUrls).toEqual(['https://app.test/incidents?incident=incident', 'https://app.test/endpoint/shop', null]);
  });
});

it('a digest shortens names longer than 80 characters', () => {
  const of = (length: number) =>
    renderDigest([alert('outage', 'minor', { endpoint: 'n'.repeat(length) }), RECOVERY], TEXTS.en);
  expect(of(80)).toContain(`Shops › ${'n'.repeat(80)} is down`);
  expect(of(81)).toContain(`Shops › ${'n'.repeat(79)}… is down`);
});

it('the longest alert fits into one Telegram message', () => {
  const longest = alert('outage', 'critical', {
    endpoint: 'e'.repeat(LIMITS.nameLength),
    monitor: 'm'.repeat(LIMITS.nameLength),
    url: `https://farwatch.test/${'u'.repeat(LIMITS.urlLength)}`,
    locations: ['tw', 'th', 'bd'],
  });
  expect(renderAlert(longest, TEXTS.en, NOW + 2 * HOUR_MS).length).toBeLessThanOrEqual(TELEGRAM_LIMIT);
});

it('counts the seconds of an outage between its displayed ends, as the app does', () => {
  const content = alert('recovery', 'critical', { occurredAt: NOW + 8_100, durationMs: 6_400 });
  expect(renderAlert(content, TEXTS.en, NOW + 9_000)).toContain('Down for: 7 s');
});

it.each<[Language, string, string]>([
  ['en', '300 changes in Shop:', '… and 275 more. Open Farwatch to see all of them.'],
  ['cn', '300 项变化（Shop）：', '……另有 275 项，请打开 Farwatch 查看全部。'],
])('a digest of more than 25 changes counts those that it does not name: %s', (language, first, last) => {
  const contents = Array.from({ length: 300 }, (_, index) =>
    alert('outage', 'critical', { monitor: 'Shop', endpoint: `e${index}`, url: `https://e${index}.farwatch.test/` }),
  );
  const [head, ...others] = contents;
  if (!head) throw new Error('no content');
  const message = composeMessage([head, ...others], TEXTS[language], { id: 'x', nowMs: NOW, link: null });
  const lines = message.text.split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([27, first, last]);
  expect([message.contents.length, message.paragraphs.length]).toEqual([25, 26]);
});
