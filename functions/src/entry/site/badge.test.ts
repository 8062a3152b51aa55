import type { Snapshot } from '@farwatch/core/documents/snapshot';
import { sampleSnapshot } from '@farwatch/core/testing/snapshot-sample';
import { describe, expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { badgeContent } from './app.ts';
import { badgeQuerySchema, renderBadge, textWidth } from './badge.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const snapshot = sampleSnapshot({ components: 2, nowMs: NOW });

const contentOf = (query: object, key: string | null = null, page: Snapshot = snapshot) =>
  badgeContent(page, { key, query: badgeQuerySchema.parse(query), nowMs: NOW });

describe('the text of a badge', () => {
  test.each([
    ['the page', {}, null, { label: 'status', value: 'All systems operational', color: '#12804a' }],
    ['a component', {}, 'key00001', { label: 'Component 2', value: 'Operational', color: '#12804a' }],
    ['in Chinese', { language: 'cn' }, null, { label: '状态', value: '所有系统运行正常' }],
    ['uptime', { type: 'uptime' }, 'key00000', { label: 'uptime 90 d', value: '99.91%', color: '#12804a' }],
    ['of a day', { type: 'uptime', range: '24h' }, null, { label: 'uptime 24 h', value: '100%' }],
    ['response time, the mean', { type: 'response' }, null, { label: 'response time', value: '101 ms' }],
    ['own label and color', { label: 'API', color: 'abc' }, null, { label: 'API', color: '#abc' }],
  ] as [string, object, string | null, object][])('%s', (_, query, key, expected) => {
    expect(contentOf(query, key)).toMatchObject(expected);
  });

  test('nothing of an unknown component, or of what the page does not show', () => {
    expect(contentOf({}, 'key99999')).toBeNull();
    expect(contentOf({ type: 'uptime' }, null, { ...snapshot, showsUptime: false })).toBeNull();
    expect(contentOf({ type: 'response' }, null, { ...snapshot, showsResponseTime: false })).toBeNull();
  });

  test.each([{ type: 'x' }, { range: '1y' }, { label: 'x'.repeat(61) }, { color: 'red' }, { color: '12345' }])(
    '%j is refused',
    (query) => expect(badgeQuerySchema.safeParse(query).success).toBe(false),
  );
});

test('a badge is well-formed, about 1 kB, as wide as its text, and has the same text for screen readers', () => {
  const badge = renderBadge({ label: 'status', value: '所有系统运行正常', color: '#12804a' });
  expect(Buffer.byteLength(badge)).toBeLessThan(1200);
  const { svg } = xml2js(badge, { compact: true }) as {
    svg: { title: { _text: string }; _attributes: { width: string } };
  };
  expect(svg.title._text).toBe('status: 所有系统运行正常');
  expect(Number(svg._attributes.width)).toBe(textWidth('status') + 8 * 11 + 4 * 7);
});

test('markup in a label stays text', () => {
  const badge = renderBadge({ label: '"><script>alert(1)</script>', value: '<b>', color: '#fff' });
  expect(badge).not.toMatch(/<script|<b>/);
  expect(() => xml2js(badge)).not.toThrow();
});

/** As Chromium measures them at 11 px with DejaVu Sans and Noto; emoji with the advance of Noto Color Emoji. */
test.each([
  ['status', 33.8],
  ['All systems operational', 128.8],
  ['Café naïve', 58.6],
  ['Cafe\u0301', 25.1],
  ['a\u0310e\u0301o\u0308\u0332', 20.3],
  ['ĄĘŚŻ łódź', 55.1],
  ['Привет мир', 68],
  ['ΑΒΓδεζ', 39.9],
  ['½ × ÷ – — … €', 84.6],
  ['所有系统运行正常', 88],
  ['サービス状態', 66],
  ['ＡＢＣ', 33],
  ['｡ｱｲ', 16.5],
  ['서비스', 30.4],
  ['สถานะ', 28],
  ['ระบบทำงานปกติ', 72],
  ['เชื่อมต่อ', 35],
  ['ชั่วโมง', 27],
  ['ปัญญา', 31],
  ['ที่นี่ น้ำ', 28.5],
  ['ผู้ใหญ่', 26],
  ['ไม่สามารถใช้งานได้', 79],
  ['অবস্থা', 28],
  ['সব সিস্টেম সচল', 77],
  ['কার্যকর', 35],
  ['ক্ষ্ম', 12],
  ['প্রতিষ্ঠান', 37],
  ['স্ত্রী', 11],
  ['উজ্জ্বল', 31],
  ['দ্বিতীয়', 28],
  ['র‍্যাব', 20],
  ['রক্ষণাবেক্ষণ', 55],
  ['সংযোগ বিচ্ছিন্ন', 68.5],
  ['हिन्दी क्षेत्र', 38.5],
  ['नेपाली', 25],
  ['श्री', 11],
  ['ㄅㄆㄇ', 33],
  ['㈱①②', 30.8],
  ['👨‍❤️‍💋‍👨', 13.7],
  ['🏳️‍🌈', 13.7],
  ['नमस्ते', 23],
  ['שלום', 24.3],
  ['مرحبا', 25.4],
  ['👩‍👩‍👧‍👦', 13.7],
  ['👩🏽‍💻', 13.7],
  ['🇹🇼🇹🇭🇧🇩', 41.1],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 13.7],
  ['⚠️ ❤️', 30.9],
  ['1️⃣2️⃣', 27.4],
  ['a\u200Bb\u00AD', 13.7],
])('%s is about %d px wide', (text, measured) => {
  expect(Math.abs(textWidth(text) - measured)).toBeLessThanOrEqual(Math.max(1.5, 0.1 * measured));
});
