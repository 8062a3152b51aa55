import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteDecoder } from '@exodus/bytes/single-byte.js';

/** How much of a text is looked at, from its first byte above ASCII on. */
const SAMPLE_BYTES = 8_192;

/** Points for each byte of a character. */
const POINTS = {
  frequent: 2,
  common: 1.2,
  plausible: 0.5,
  symbol: 0.3,
  rare: -0.5,
  unlikely: -1,
  invalid: -5,
} as const;
type Plausibility = keyof typeof POINTS;

/** An encoding with characters of two bytes. `rate` rates the pairs that it may have. */
type MultiByte = {
  label: 'big5' | 'gbk' | 'euc-kr' | 'shift_jis' | 'euc-jp';
  /** Bytes above ASCII that are a character alone. */
  single: (byte: number) => boolean;
  rate: (lead: number, trail: number) => Plausibility;
  frequent: string;
};

/** The characters that ordinary texts and websites have most. */
const TRADITIONAL =
  '的一是不我有在人他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話者向情部正名定女問力機給等很業最間新什打便位因重被電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由代產入先山五太水萬市體別處總場師書比住員性通目華報立命活難數件安表原車白應路期常提感何更反合放做系計司利受光王果界及今務制解各任至清物台臺灣象記邊共接它許八特望直服題建南度統色字請交讓認算百科元社術結六功指思非流每青管連遠資隊帶條院變聯權往展該領傳近留治決周保達辦運半七必城強步完深區即求品士轉量空技程告語英基式識極收取設始版商片容像找友站廣改議形委早房音火際則首單據影網頁專校讀視絡消息維護訊圖尋登錄密碼歡迎繁';
const SIMPLIFIED =
  '的一是不了我有在人他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话者向情部正名定女问力机给等很业最间新什打便位因重被电四第门相次东政海口使教西再平真听世气信北少关并内加化由代产入先山五太水万市体别处总场师书比住员性通目华报立命活难数件安表原车白应路期常提感何更反合放做系计司利受光王果界及今务制解各任至清物台湾象记边共接它许八特望直服题建南度统色字请交让认算百科元社术结六功指思非流每青管连远资队带条院变联权往展该领传近留治决周保达办运半七必城强步完深区即求品士转量空技程告语英基式识极收取设始版商片容像找友站广改议形委早房音火际则首单据影网页专校读视络消息维护讯图寻登录密码欢迎简';
const KOREAN =
  '이다는에의를을가지고하사도어기로은리아나시서한있라자인대그정해일보여수부것니만관제위들안주전상신원구경국회공동과성스장우비소식문중연유분조화실세오학방입으면요계물년월홈페내용터게음무영단려선진까당때민개금모드법교생습했되된할될없작';

const JAPANESE =
  '日本語東京都市中大人年月時分会社株式検索結果情報一覧新着案内利用者法的国出生上下行間入力学校電話番号名前今全部方法更開発商品料金送信確認設定登録表示画面管理公';

const isUsualTrail = (trail: number) => trail >= 0xa1 && trail <= 0xfe;
const between = (least: number, byte: number, most: number) => least <= byte && byte <= most;

const MULTI_BYTE: readonly MultiByte[] = [
  {
    label: 'big5',
    single: () => false,
    frequent: TRADITIONAL,
    rate: (lead, trail) => {
      if (!between(0x40, trail, 0x7e) && !isUsualTrail(trail)) return 'invalid';
      if (between(0xa4, lead, 0xc6)) return 'plausible';
      if (between(0xa1, lead, 0xa3)) return 'symbol';
      return between(0xc9, lead, 0xf9) ? 'rare' : 'unlikely';
    },
  },
  {
    label: 'gbk',
    single: (byte) => byte === 0x80,
    frequent: SIMPLIFIED,
    rate: (lead, trail) => {
      if (!between(0x40, trail, 0xfe) || trail === 0x7f) return 'invalid';
      if (!isUsualTrail(trail)) return 'unlikely';
      if (between(0xb0, lead, 0xd7)) return 'plausible';
      if (between(0xa1, lead, 0xa3)) return 'symbol';
      return between(0xd8, lead, 0xf7) ? 'rare' : 'unlikely';
    },
  },
  {
    label: 'euc-kr',
    single: () => false,
    frequent: KOREAN,
    rate: (lead, trail) => {
      const isExtended = between(0x41, trail, 0x5a) || between(0x61, trail, 0x7a) || between(0x81, trail, 0xa0);
      if (!isUsualTrail(trail)) return isExtended && lead <= 0xc6 ? 'unlikely' : 'invalid';
      if (between(0xb0, lead, 0xc8)) return 'plausible';
      return between(0xa1, lead, 0xa3) ? 'symbol' : 'unlikely';
    },
  },
  {
    label: 'shift_jis',
    single: (byte) => between(0xa1, byte, 0xdf),
    frequent: JAPANESE,
    rate: (lead, trail) => {
      if (!between(0x40, trail, 0xfc) || trail === 0x7f) return 'invalid';
      if (lead === 0x82 && between(0x9f, trail, 0xf1)) return 'frequent';
      if (lead === 0x83) return 'common';
      if (between(0x81, lead, 0x82) || between(0x88, lead, 0x97)) return 'plausible';
      return between(0x98, lead, 0x9f) || between(0xe0, lead, 0xea) ? 'rare' : 'invalid';
    },
  },
  {
    label: 'euc-jp',
    single: () => false,
    frequent: JAPANESE,
    rate: (lead, trail) => {
      if (!isUsualTrail(trail)) return 'invalid';
      if (lead === 0xa4) return 'frequent';
      if (lead === 0xa5) return 'common';
      if (lead === 0xa1 || between(0xb0, lead, 0xcf)) return 'plausible';
      return between(0xd0, lead, 0xf4) ? 'rare' : 'unlikely';
    },
  },
];

/** An encoding with characters of one byte. `rate` returns the points of a text that is decoded by it. */
type SingleByte = { label: 'windows-874' | 'windows-1251' | 'koi8-u' | 'windows-1252'; rate: (text: string) => number };

const SINGLE_BYTE: readonly SingleByte[] = [
  {
    label: 'windows-874',
    rate: pointsOf([
      // Two letters are not used any more, none is a word alone, and some vowels do not start one.
      [
        /[\u0e03\u0e05]|(?<!\p{sc=Thai})(?:\p{sc=Thai}(?!\p{sc=Thai})|[\u0e30\u0e32\u0e33])|[\u0e50-\u0e59](?=[\u0e01-\u0e3a])/gu,
        -2,
      ],
      // Marks above and below stand only on consonants, and vowels that are written first before them.
      [/[\u0e01-\u0e2e][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{1,2}/g, 1.5],
      [/[\u0e40-\u0e44][\u0e01-\u0e2e]/g, 1.5],
      [/[\u0e01-\u0e30\u0e32\u0e33\u0e45\u0e46\u0e50-\u0e59]/g, 1],
      [/\P{ASCII}/gu, -3],
    ]),
  },
  {
    label: 'windows-1252',
    rate: pointsOf([
      [/[\u0080-\u009f]/g, -5],
      [/[\u2013\u2014\u2018-\u201e\u2026\u20ac\u00a0-\u00bb](?!\P{ASCII})/gu, 1],
      [/(?<=[a-z])[\u00df-\u00ff]{1,2}(?!\P{ASCII})|(?<!\P{ASCII})[\u00c0-\u00ff]{1,2}(?=[a-z])/giu, 1.5],
      [/\P{ASCII}/gu, -1],
    ]),
  },
  { label: 'windows-1251', rate: cyrillicPoints() },
  { label: 'koi8-u', rate: cyrillicPoints() },
];

function cyrillicPoints(): SingleByte['rate'] {
  return pointsOf([
    [/[\u0430-\u0457]\p{Lu}|(?<=[A-Za-z])[\u0400-\u0457]|[\u0400-\u0457](?=[A-Za-z])/gu, -2],
    [/[\u0430-\u044f\u0451\u0454\u0456\u0457]/g, 1],
    [/[\u0410-\u042f\u0401\u0404\u0406\u0407]/g, 0.2],
    [/\P{ASCII}/gu, -2],
  ]);
}

/** Returns a function that gives each part of a text the points of the first pattern that it matches. */
function pointsOf(patterns: readonly (readonly [pattern: RegExp, points: number])[]): (text: string) => number {
  return (text) => {
    let rest = text;
    let sum = 0;
    for (const [pattern, points] of patterns) {
      rest = rest.replace(pattern, (part) => {
        sum += points * part.length;
        return ' '.repeat(part.length);
      });
    }
    return sum;
  };
}

/**
 * Guesses the encoding of a text that declares none and is not UTF-8, as browsers do: of the encodings that unlabeled
 * pages have, the one by which it has the most frequent and the fewest impossible characters. It takes a bounded time.
 */
export function guessCharset(bytes: Uint8Array): string {
  const start = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 1);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  let best = { label: 'windows-1252', points: 0 };
  for (const rated of ratings(sample)) if (rated.points > best.points) best = rated;
  return best.label;
}

function* ratings(sample: Uint8Array): Generator<{ label: string; points: number }> {
  for (const each of MULTI_BYTE) yield { label: each.label, points: rateMultiByte(sample, each) };
  for (const { label, rate } of SINGLE_BYTE) {
    yield { label, points: rate(createSinglebyteDecoder(label, true)(sample)) };
  }
}

function rateMultiByte(sample: Uint8Array, { label, single, rate, frequent }: MultiByte): number {
  const frequentPairs = pairsOf(label, frequent);
  let points = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const [lead = 0, trail] = sample.subarray(at, at + 2);
    if (lead < 0x80) continue;
    if (single(lead)) {
      points += POINTS.rare;
      continue;
    }
    if (trail === undefined) break; // the sample is cut
    const rated = frequentPairs.has(lead * 256 + trail) ? 'frequent' : rate(lead, trail);
    points += POINTS[rated] * (rated === 'invalid' ? 1 : 2);
    if (rated !== 'invalid') at += 1;
  }
  return points;
}

const knownPairs = new Map<string, ReadonlySet<number>>();

/** Returns characters as pairs of bytes, encoded when they are first needed. */
function pairsOf(label: MultiByte['label'], characters: string): ReadonlySet<number> {
  const known = knownPairs.get(label);
  if (known) return known;
  const bytes = createMultibyteEncoder(label)(characters);
  const pairs = new Set(
    Array.from({ length: bytes.length / 2 }, (_, at) => (bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)),
  );
  knownPairs.set(label, pairs);
  return pairs;
}
