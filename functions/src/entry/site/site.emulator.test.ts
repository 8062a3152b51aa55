import { createHash } from 'node:crypto';
import { statusJsonSchema } from '@farwatch/core/contracts/status-json';
import type { Publication } from '@farwatch/core/documents/publication';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logos, publications } from '../../platform/db/collections.ts';
import { T0 } from '../../testing/test-project.ts';
import { newTestSite, type TestSite } from '../../testing/test-site.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const OLD: Publication = {
  ...{ title: 'Mail was late', components: ['key00000'], startedAt: T0 - 40 * DAY_MS, resolvedAt: T0 - 39 * DAY_MS },
  updates: [
    { state: 'investigating', text: 'Mails are late.', at: T0 - 40 * DAY_MS },
    { state: 'resolved', text: 'All mails have arrived.', at: T0 - 39 * DAY_MS },
  ],
  ...{
    incidentId: 'SECRET1',
    otherIncidentIds: [],
    automatic: false,
    deleted: false,
    createdAt: T0,
    updatedAt: T0,
    expireAt: T0 + DAY_MS,
  },
};

let site: TestSite;
beforeAll(async () => {
  site = await newTestSite({ env: { SMTP_URL: 'smtp://farwatch.test', MAIL_FROM: 'alerts@farwatch.test' } });
  await site.putPage('acme', { accent: '#ff6600', logoTag: 'tag1' });
  await site.putPage('acme-cn', { language: 'cn', access: 'unlisted' });
  await site.putPage('closed', { access: 'password', title: 'Hidden title', logoTag: 'tag2' }, 'open sesame');
  const { db } = site.project.run(T0);
  await publications.ref(db, 'old1', 'acme').set(publications.toDocument(OLD));
  await logos.ref(db, 'current', 'acme').set(logos.toDocument({ type: 'image/png', bytes: PNG }));
});
afterAll(() => site.close());

describe('what is where', () => {
  test.each([
    ['/status/acme', 200, 'All systems operational'],
    ['/status/acme/', 200, 'All systems operational'],
    ['/status/acme/en', 200, 'All systems operational'],
    ['/status/acme/cn', 200, '所有系统运行正常'],
    ['/status/acme-cn', 200, '所有系统运行正常'],
    ['/status/acme-cn/en', 200, 'All systems operational'],
    ['/status/acme/incidents/incident1', 200, 'It works again.'],
    ['/status/acme/incidents/old1', 200, 'All mails have arrived.'],
    ['/status/acme/cn/incidents/old1', 200, '受影响：Component 1'],
    ['/status/acme/history/2026-10', 200, 'All mails have arrived.'],
    ['/status/acme/cn/history/2026-11', 200, '2026年11月的事件'],
    ['/status/acme/report', 200, 'What is wrong?'],
    ['/status/acme/cn/report', 200, '存在什么问题？'],
    ['/status/closed', 200, 'This page needs a password'],
    ['/status/closed/cn', 200, '此页面需要密码'],
    ['/status/closed/history/2026-10', 200, 'This page needs a password'],
    ['/status/none', 404, 'There is no such page'],
    ['/status/acme/fr', 404, 'There is no such page'],
    ['/status/acme/incidents/none', 404, 'There is no such page'],
    ['/status/acme/history/2026-13', 404, 'There is no such page'],
    ['/status/acme/history/2026-12', 404, 'There is no such page'],
    ['/status/acme/history/2000-01', 404, 'There is no such page'],
    ['/status/acme/history', 404, 'There is no such page'],
    ['/status/acme/en/en', 404, 'There is no such page'],
    ['/status/acme/incidents/a/b', 404, 'There is no such page'],
    ['/status/acme.exe', 404, 'There is no such page'],
    ['/status/ACME', 404, 'There is no such page'],
    ['/status/%E0%A4%A', 404, 'There is no such page'],
    ['/status/..%2fpages', 404, 'There is no such page'],
    ['/status', 404, 'There is no such page'],
  ])('%s: %i %s', async (path, status, text) => {
    const shown = await site.get(path);
    expect([shown.status, shown.text]).toEqual([status, expect.stringContaining(text)]);
  });

  test('a language that the visitor prefers, where no page has one', async () => {
    const { text, headers } = await site.get('/status/none', { 'accept-language': 'zh-SG,zh;q=0.9' });
    expect(text).toContain('页面不存在');
    expect(headers.get('vary')).toBe('Accept-Language');
  });

  test('nothing of a page with a password is shown without it', async () => {
    for (const path of ['', '/cn', '/history/2026-11', '/incidents/incident1']) {
      const { text } = await site.get(`/status/closed${path}`);
      expect(text).not.toMatch(/Hidden title|Component 1|Sign-in was slow|tag2/);
    }
  });

  test('a month lists incidents with their last text; all texts are on their own page', async () => {
    const [month, alone] = [
      await site.get('/status/acme/history/2026-10'),
      await site.get('/status/acme/incidents/old1'),
    ];
    expect([month, alone].map(({ text }) => text.includes('Mails are late.'))).toEqual([false, true]);
    expect(month.text).toContain('Investigating');
  });

  test('what visitors may not see of an incident is not in its page', async () => {
    expect((await site.get('/status/acme/incidents/old1')).text).not.toContain('SECRET1');
  });
});

const SHORTLY = 'public, max-age=0, s-maxage=30, stale-if-error=600';
const SOON = 'public, max-age=0, s-maxage=10';
const NOT = 'private, no-store';

describe('who may keep it', () => {
  test.each([
    ['/status/acme', SHORTLY],
    ['/status/acme/history/2026-10', SHORTLY],
    ['/status/acme.json', SHORTLY],
    ['/status/acme.rss', SHORTLY],
    ['/badge/acme.svg', SHORTLY],
    ['/status/acme/logo/tag1', 'public, max-age=31536000, immutable'],
    ['/status/none', SOON],
    ['/status/none.json', SOON],
    ['/badge/none.svg', SOON],
    ['/badge/acme/key99999.svg', SOON],
    ['/status/closed.rss', SOON],
    ['/status/acme/report', NOT],
    ['/status/closed', NOT],
    ['/status/closed/incidents/none', NOT],
    ['/status/acme/confirm/token', NOT],
    ['/status/acme/unsubscribe/token', NOT],
  ])('%s: %s', async (path, expected) => {
    const { headers } = await site.get(path);
    expect(headers.get('cache-control')).toBe(expected);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get('content-security-policy')).not.toContain('allow-same-origin');
  });

  test('the policy allows exactly the page’s own styles and script', async () => {
    const { text, headers } = await site.get('/status/acme');
    const policy = headers.get('content-security-policy') ?? '';
    const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    const inline = [...text.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)].map(([, , content = '']) => hash(content));
    expect(inline).toHaveLength(4);
    expect(inline.filter((each) => !policy.includes(each))).toEqual([]);
    expect(policy.match(/sha256-/g)).toHaveLength(4);
    expect(policy).not.toContain('unsafe-inline');
  });
});

describe('data for programs', () => {
  test('JSON has its documented shape, for every site', async () => {
    const { text, headers } = await site.get('/status/acme.json');
    const parsed = statusJsonSchema.strict().parse(JSON.parse(text));
    expect(parsed).toMatchObject({
      ...{
        title: 'Acme',
        status: 'up',
        statusText: 'All systems operational',
        confirmedAt: new Date(T0).toISOString(),
      },
      groups: [{ components: [{ key: 'key00000', uptime: { days90: 99.912 }, responseMs: 100 }, {}, {}] }],
      incidents: [{ address: 'https://farwatch.test/status/acme/incidents/incident1', state: 'resolved' }],
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['/status/acme.rss', 'application/rss+xml; charset=utf-8', '<rss'],
    ['/status/acme.atom', 'application/atom+xml; charset=utf-8', '<feed'],
    ['/badge/acme.svg', 'image/svg+xml; charset=utf-8', 'All systems operational'],
    ['/badge/acme/key00001.svg?type=uptime&range=30d&language=cn', 'image/svg+xml; charset=utf-8', '99.95%'],
    ['/badge/none.svg', 'image/svg+xml; charset=utf-8', 'not found'],
    ['/badge/closed.svg', 'image/svg+xml; charset=utf-8', 'not found'],
    ['/badge/acme.svg?color=red', 'image/svg+xml; charset=utf-8', 'invalid badge'],
    ['/status/acme/logo/tag1', 'image/png', 'PNG'],
  ])('%s is %s', async (path, type, text) => {
    const shown = await site.get(path);
    expect([shown.headers.get('content-type'), shown.text]).toEqual([type, expect.stringContaining(text)]);
  });

  test.each([
    '/status/closed.json',
    '/status/closed.rss',
    '/status/closed.atom',
    '/badge/closed.svg',
    '/badge/closed/key00000.svg',
  ])('of a page with a password there is no %s', async (path) => expect((await site.get(path)).status).toBe(404));

  test('a logo of another tag is not there', async () => {
    expect((await site.get('/status/acme/logo/tag2')).status).toBe(404);
  });
});

describe('a page with a password', () => {
  const give = (password: string, language = 'en') => site.post('/status/closed/password', { password, language });

  test('opens with a cookie for that page alone, until the password changes or 12 hours have passed', async () => {
    expect((await site.get('/status/closed')).text).toContain('href="/status/closed/cn"');
    expect(await give('wrong')).toMatchObject({ status: 403, text: expect.stringContaining('The password is wrong.') });
    const opened = await give('open sesame', 'cn');
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/status/closed/cn']);
    const set = opened.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^__session=\S+; Max-Age=43200; Path=\/status\/closed; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = set.split(';')[0] ?? '';
    const shown = await site.get('/status/closed', { cookie: `other=1; ${cookie}` });
    expect(shown.text).toContain('Hidden title');
    expect(shown.text).toContain(`name="visit" value="${cookie.replace('__session=', '')}"`);
    expect(shown.headers.get('cache-control')).toBe(NOT);
    const sees = async (slug: string) => (await site.get(`/status/${slug}`, { cookie })).text.includes('Hidden title');
    await site.putPage('closed-2', { access: 'password', title: 'Hidden title' }, 'open sesame');
    expect(await sees('closed-2')).toBe(false);
    for (const [passwordVersion, isOpen] of [
      [1, false],
      [0, true],
    ] as const) {
      await site.putPage('closed', { access: 'password', title: 'Hidden title', passwordVersion }, 'open sesame');
      site.clock.nowMs += 11 * SECOND_MS;
      expect(await sees('closed')).toBe(isOpen);
    }
    site.clock.nowMs = T0 + 12 * HOUR_MS + SECOND_MS;
    expect(await sees('closed')).toBe(false);
  });

  test('does not take many passwords of a visitor', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await give(`guess ${count}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await give('open sesame')).headers.get('set-cookie')).toBeNull();
  });

  test('takes one password of a visitor however many others try', async () => {
    const from = (client: string, platform: string) => ({
      ...{ 'fastly-client-ip': client, 'x-forwarded-for': platform },
    });
    const guess = (index: number, platform: string) =>
      site.post('/status/closed/password', { password: 'guess' }, from(`203.0.113.${index}`, platform));
    // Two addresses that name others: each may try forty times.
    for (const platform of ['198.51.100.1', '198.51.100.2']) {
      for (let index = 0; index < 20; index += 1) for (const _ of [1, 2]) await guess(index, platform);
    }
    for (const platform of ['198.51.100.3', '198.51.100.4']) {
      for (let index = 0; index < 20; index += 1) for (const _ of [1, 2]) await guess(index, platform);
    }
    expect((await guess(1, '198.51.100.5')).status).toBe(429);
    const own = await site.post('/status/closed/password', { password: 'open sesame' }, from('192.0.2.7', '192.0.2.7'));
    expect(own.headers.get('set-cookie')).not.toBeNull();
  });
});

describe('embedding', () => {
  test.each([
    ['nobody', 'public', "'none'"],
    ['anywhere', 'public', "'self' https:"],
    [
      ['https://shop.example', 'https://b.example:8443'],
      'unlisted',
      "'self' https://shop.example https://b.example:8443",
    ],
    ['anywhere', 'password', "'none'"],
  ] as const)('by %j of a page that is %s', async (embedding, access, ancestors) => {
    const allowed = typeof embedding === 'string' ? embedding : [...embedding];
    await site.putPage('framed', { embedding: allowed, access }, access === 'password' ? 'open sesame' : undefined);
    site.clock.nowMs += 60_000;
    const { headers } = await site.get('/status/framed');
    expect(headers.get('content-security-policy')).toContain(`; frame-ancestors ${ancestors};`);
    expect(headers.get('x-frame-options')).toBe(ancestors === "'none'" ? 'DENY' : null);
  });

  test('forms and messages of a page that may be embedded are in no frame', async () => {
    await site.putPage('framed', { embedding: 'anywhere' });
    site.clock.nowMs += 60_000;
    for (const path of ['/status/framed/report', '/status/framed/incidents/none']) {
      const { headers } = await site.get(path);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });
});
