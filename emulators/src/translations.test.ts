import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import { describe, expect, it } from 'vitest';
import { rootDir } from './platform/paths.ts';

const APP_TEXTS = 'web/src/locales';
const CORE_TEXTS = ['', 'status-page/', 'server/', 'importers/', 'zones/'].map(
  (area) => `core/src/texts/${area}locales`,
);

/** The agent's texts, which have a value for every language: workspaces do not import each other's modules. */
const { AGENT_TEXTS } = (await import(pathToFileURL(join(rootDir, 'agent/src/texts/texts.ts')).href)) as {
  AGENT_TEXTS: Record<Language, object>;
};

/** The texts of the app, by file and key, and of the agent. */
function appTexts(language: Language): Map<string, string> {
  const names = readdirSync(join(rootDir, APP_TEXTS)).filter(
    (name) => name === `${language}.json` || (name.endsWith(`-${language}.json`) && /^[a-z]+(?:-[a-z]+)*-/.test(name)),
  );
  return new Map([
    ...leavesOf(AGENT_TEXTS[language], 'agent:'),
    ...names.flatMap((name) => {
      const file = name.slice(0, -`${language}.json`.length);
      return leavesOf(JSON.parse(readFileSync(join(rootDir, APP_TEXTS, name), 'utf8')), file);
    }),
  ]);
}

/** Texts by key; of a function with placeholders for its values. */
function leavesOf(tree: object, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return [[`${path}${name}`, value]];
    if (typeof value !== 'function') return leavesOf(value, `${path}${name}.`);
    return [[`${path}${name}`, value(...Array(value.length).fill('{{value}}'))]];
  });
}

/** The strings and templates of core's files, without the values in them; the default has no names of zones. */
function coreTexts(language: Language): string[] {
  return CORE_TEXTS.flatMap((folder) => {
    if (language === DEFAULT_LANGUAGE && folder.includes('/zones/')) return [];
    const source = readFileSync(join(rootDir, folder, `${language}.ts`), 'utf8').replaceAll(
      /^import .*$|^ *\/?\*.*$/gm,
      '',
    );
    return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'(?!:)|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, template]) =>
      (plain ?? template ?? '').replaceAll(/\$\{(?:[^{}`]|`[^`]*`)*\}/g, '·'),
    );
  });
}

/** A text without the values that are filled in. */
const bare = (text: string) => text.replaceAll(/\{\{.*?\}\}|\{(?:field|from|to)\}|<.*?>/g, '·');

const ENGLISH = appTexts(DEFAULT_LANGUAGE);
const ENGLISH_CORE = new Set(coreTexts(DEFAULT_LANGUAGE));

/** Names, code and units, which are the same in every language. */
const SAME = new Set(
  `Farwatch URL URLs IP ID UTC TCP TLS DNS STARTTLS ICMP Ping HTTP HTTPS SMTP JSON JSONPath RRULE WebSocket Heartbeat Token
  Origin User Agent ms kB KiB MiB curl Shell cron systemd Python Node js PowerShell handshake Slack Discord Microsoft
  Teams LINE ntfy Pushover PagerDuty Webhook Telegram Bot Chat Channel access token Integration key Standard
  Professional Pro iPhone Android Docker Linux Debian Termux API Prometheus Google CSV SHA min d h s px
  START QR OK Markdown RSS Atom Uptime Kuma UptimeRobot Body Header Host Cookie bot`.split(/\s+/),
);

/** The Latin words of a text that are neither a name nor code. */
const wordsOf = (text: string) => (bare(text).match(/[A-Za-z][A-Za-z’']+/g) ?? []).filter((word) => !SAME.has(word));

/** The term that each language has for a concept, from a comparison of native products, and terms for other things. */
type Glossary = { terms: Readonly<Record<string, RegExp>>; wrong: RegExp };

const GLOSSARIES: Readonly<Partial<Record<Language, Glossary>>> = {
  'zh-Hant': {
    terms: {
      'monitors?': /監控/,
      'endpoints?': /端點/,
      'incidents?': /事件/,
      'outages?': /中斷/,
      'alerts?': /警示/,
      'channels?': /管道|頻道/,
      'status pages?': /狀態頁面/,
      maintenance: /維護/,
      'heartbeats?': /心跳/,
      'agents?': /代理程式/,
      'certificates?': /憑證/,
      'response times?': /回應時間/,
      paused: /暫停/,
    },
    // Screens, other products' mixtures, and terms of mainland China only.
    wrong:
      /顯示器|監測器|監視器|監示器|快訊|服務器|信息|默認|網絡|視頻|質量|軟件|硬件|數據|屏幕|鼠標|用戶(?!端)|賬|鏈接|登錄|郵箱|短信|運行時間|響應|證書|激活|搜索|窗口|菜單|文件夾|端口|(?<!網)域名|字節|刷新|實時|反饋|訪問|添加/,
  },
  th: {
    terms: {
      'monitors?': /มอนิเตอร์|เฝ้า/,
      'endpoints?': /ปลายทาง/,
      'incidents?': /เหตุการณ์/,
      'outages?': /ขัดข้อง|ล่ม/,
      'alerts?': /เตือน/,
      'channels?': /ช่อง|แชนแนล|แชนเนล/,
      'status pages?': /หน้าสถานะ/,
      maintenance: /บำรุงรักษา/,
      'heartbeats?': /heartbeat/i,
      'agents?': /เอเจนต์/,
      'certificates?': /ใบรับรอง/,
      'response times?': /เวลาตอบสนอง/,
      paused: /หยุดชั่วคราว/,
    },
    // A screen, the heart's beat, to consent, and particles of speech.
    wrong: /จอภาพ|การเต้นของหัวใจ|หัวใจเต้น|ครับ|ค่ะ/,
  },
  bn: {
    terms: {
      'monitors?': /মনিটর/,
      'endpoints?': /এন্ডপয়েন্ট/,
      'incidents?': /ঘটনা/,
      'outages?': /বিভ্রাট/,
      'alerts?': /সতর্ক/,
      'channels?': /চ্যানেল/,
      'status pages?': /স্ট্যাটাস পেজ/,
      maintenance: /রক্ষণাবেক্ষণ/,
      'heartbeats?': /হার্টবিট/,
      'agents?': /এজেন্ট/,
      'certificates?': /সার্টিফিকেট/,
      'response times?': /রেসপন্স টাইম/,
      paused: /থাম|বিরত/,
    },
    // The heart's beat, a screen, and the familiar forms of address.
    wrong: /হৃদস্পন্দন|হৃৎস্পন্দন|পর্দা|(?:^|\s)(?:তুমি|তোমার|তুই)(?=\s|$)/,
  },
};

/** Of the texts about a concept, the share that names it: others have a pronoun, or leave it out as people do. */
const SHARE = 0.85;

/** The scripts that a language may have in addition to Latin, digits and punctuation. */
const SCRIPTS: Readonly<Record<Language, RegExp>> = {
  en: /^$/,
  cn: /^\p{Script=Han}$/u,
  'zh-Hant': /^\p{Script=Han}$/u,
  th: /^\p{Script=Thai}$/u,
  bn: /^\p{Script=Bengali}$/u,
};

/** The characters of an encoding for Chinese with two bytes, of which the first is from `from` to `to`. */
function charactersOf(encoding: string, from: number, to: number, second: number): Set<string> {
  const decoder = new TextDecoder(encoding);
  const all = new Set<string>();
  for (let lead = from; lead <= to; lead++) {
    for (let trail = second; trail <= 0xfe; trail++) all.add(decoder.decode(new Uint8Array([lead, trail])));
  }
  return all;
}

/** GB 2312 has the simplified characters, Big5 the traditional ones, with what they have in common. */
const CHARACTERS: Readonly<Partial<Record<Language, Set<string>>>> = {
  cn: charactersOf('gbk', 0xb0, 0xf7, 0xa1),
  'zh-Hant': charactersOf('big5', 0xa4, 0xf9, 0x40),
};

describe.each(LANGUAGE_CODES.filter((language) => language !== DEFAULT_LANGUAGE))('%s', (language) => {
  const app = appTexts(language);
  const core = coreTexts(language);
  const all = [...app.values(), ...core];

  it('has texts to read', () => {
    expect(app.size).toBeGreaterThan(1000);
    expect(core.length).toBeGreaterThan(400);
  });

  it('has no text equal to English, but for names, code and units', () => {
    const same = [...app].filter(([key, text]) => ENGLISH.get(key) === text && wordsOf(text).length > 0);
    const sameInCore = core.filter((text) => ENGLISH_CORE.has(text) && wordsOf(text).length > 0);
    expect([...same, ...sameInCore]).toEqual([]);
  });

  it('is written in its own script', () => {
    const own = (character: string) =>
      SCRIPTS[language].test(character) && (CHARACTERS[language]?.has(character) ?? true);
    const foreign = (text: string) =>
      [...bare(text)].filter(
        (each) => /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(each) && !own(each),
      );
    expect(all.filter((text) => foreign(text).length > 0).map((text) => [text, foreign(text).join('')])).toEqual([]);
  });

  const glossary = GLOSSARIES[language];
  if (!glossary) return;

  it('has no word for another thing', () => {
    expect(all.filter((text) => glossary.wrong.test(bare(text)))).toEqual([]);
  });

  it.each(Object.entries(glossary.terms))('has one term for %s', (english, term) => {
    const about = [...app].filter(([key]) => new RegExp(`\\b${english}\\b`, 'i').test(bare(ENGLISH.get(key) ?? '')));
    const others = about.filter(([, text]) => !term.test(bare(text)));
    expect(about.length).toBeGreaterThan(4);
    expect(others.length / about.length, JSON.stringify(others)).toBeLessThanOrEqual(1 - SHARE);
  });
});
