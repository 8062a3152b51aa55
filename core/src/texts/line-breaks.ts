/**
 * Thai words of the app's texts that browsers take for several, with the places where they would break them. Thai has no
 * spaces between words, so browsers look words up, and their dictionaries lack most loan words.
 */
export const THAI_WORDS = [
  ...['เอ|เจน|ต์', 'แด|ช|บอร์ด', 'โท|เค็น', 'อัป|ไทม์', 'แพ็ก|เก|จ', 'แช|ท', 'บอ|ต', 'เว็บ|ฮุ|ค', 'แท็|บ', 'พุ|ช'],
  ...['เรี|ยล|ไทม์', 'เปอร์|เซ็น|ไทล์', 'ค|ริ|ป|โท|เค|อร์เรน|ซี', 'เท|เล|แกรม', 'เท|อร์|มิ|นัล', 'เด|สก์ท็อป', 'ออฟ|ไลน์'],
  ...['โปร|แก|รม', 'อี|เมล', 'ปก|ติ', 'ผล|ก|ระ|ทบ', 'ใบ|รับ|รอง', 'ตรวจ|สอบ', 'ปลาย|ทาง', 'ช่อง|ทาง'],
  ...['ชำ|ระ', 'จด|ทะ|เบียน', 'น้อย|หนึ่ง', 'หลัง|ครั้ง', 'หลัง|ครบ', 'เป็น|กลุ่ม', 'การ|กลับ', 'แล้ว|กลับ', 'จะ|บันทึก', 'ผล|อยู่'],
];

const WORD_JOINER = '\u2060';
const ZERO_WIDTH_SPACE = '\u200b';
const JOINED = new Map(THAI_WORDS.map((word) => [word.replaceAll('|', ''), word.replaceAll('|', WORD_JOINER)]));
const LONGEST_FIRST = [...JOINED.keys()].sort((one, other) => other.length - one.length);
/** Not followed by a vowel or a mark, which would make it another word. */
const WORD = new RegExp(`(?:${LONGEST_FIRST.join('|')})(?![\u0e2f-\u0e3a\u0e45-\u0e4e])`, 'g');
const LETTER = /[\u0e00-\u0e7f]/;
/** As in '(24 h)'. */
const COUNTED_UNIT = /([(（]\p{Nd}+) (?=[^\s()（）]+[)）])/gu;
/** Bengali units of time, after a number or the value that will be one. */
const BENGALI_UNIT = /(\p{Nd}|\}\}) (?=(?:সেকেন্ড|মিনিট|ঘণ্টা|দিন|সপ্তাহ|মাস|বছর))/gu;

/**
 * Returns texts in which browsers do not break these words, nor a number from its unit in parentheses and in Bengali. A space without a
 * width on both sides keeps the letters next to a word from being looked up together with it.
 */
export function keepTogether(texts: string): string {
  const joined = texts.replace(WORD, (word, at: number) => {
    const [before, after] = [texts[at - 1] ?? '', texts[at + word.length] ?? ''];
    return `${LETTER.test(before) ? ZERO_WIDTH_SPACE : ''}${JOINED.get(word)}${LETTER.test(after) ? ZERO_WIDTH_SPACE : ''}`;
  });
  return joined
    .replaceAll(ZERO_WIDTH_SPACE + ZERO_WIDTH_SPACE, ZERO_WIDTH_SPACE)
    .replace(COUNTED_UNIT, '$1\u00a0')
    .replace(BENGALI_UNIT, '$1\u00a0');
}
