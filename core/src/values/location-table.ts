/** `names`: by language; Unicode's name of the country is used for a missing one. */
export type LocationEntry = { names: { en: string } & Readonly<Record<string, string>> };

/** Every location, by its ISO country code in lowercase (docs/architecture.md, Extension points). */
export const LOCATIONS = {
  tw: { names: { en: 'Taiwan', cn: '台湾', 'zh-Hant': '台灣', th: 'ไต้หวัน', bn: 'তাইওয়ান' } },
  th: { names: { en: 'Thailand', cn: '泰国', 'zh-Hant': '泰國', th: 'ไทย', bn: 'থাইল্যান্ড' } },
  bd: { names: { en: 'Bangladesh', cn: '孟加拉国', 'zh-Hant': '孟加拉', th: 'บังกลาเทศ', bn: 'বাংলাদেশ' } },
} as const satisfies Record<string, LocationEntry>;
