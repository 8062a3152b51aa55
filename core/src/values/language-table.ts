/**
 * `name`: in the language itself; `tag`: for browsers; `pageTag`: for search engines, if it differs; `familyNameFirst`:
 * the family name comes before the given name; `digits`: from 0 to 9 in sentences, if they are not Latin; `fonts`: of
 * systems for its script, or for names on its pages; `isTall`: marks above and below letters need lines of 1.6 and no letter spacing.
 */
export type LanguageEntry = {
  name: string;
  tag: string;
  pageTag?: string;
  familyNameFirst?: true;
  digits?: string;
  fonts: string;
  isTall?: true;
};

const CHINESE_FONTS = "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC'";

/**
 * Every language, by its code (docs/architecture.md, Extension points). The first is the fallback. Farwatch's API and
 * links must call simplified Chinese `cn`; `languageOf` finds it for browsers' codes such as `zh-SG`, by their script.
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', fonts: CHINESE_FONTS },
  cn: {
    name: '中文',
    tag: 'zh-CN',
    pageTag: 'zh-Hans',
    familyNameFirst: true,
    fonts: CHINESE_FONTS,
  },
  'zh-Hant': {
    name: '繁體中文',
    tag: 'zh-TW',
    pageTag: 'zh-Hant',
    familyNameFirst: true,
    fonts: "'PingFang TC','Microsoft JhengHei','Noto Sans CJK TC','Noto Sans TC'",
  },
  th: { name: 'ไทย', tag: 'th', fonts: "'Leelawadee UI',Thonburi,'Noto Sans Thai'", isTall: true },
  bn: {
    name: 'বাংলা',
    tag: 'bn',
    digits: '০১২৩৪৫৬৭৮৯',
    fonts: "'Nirmala UI','Kohinoor Bangla','Noto Sans Bengali'",
    isTall: true,
  },
} as const satisfies Record<string, LanguageEntry>;
