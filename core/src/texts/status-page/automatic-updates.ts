import type { Language } from '../../values/languages.ts';

/** The texts of incidents that status pages post by themselves. `names`: of the components, as `list` joins them. */
export type AutomaticTexts = {
  /** `more`: how many others there are, 0 for none. */
  list: (names: readonly string[], more: number) => string;
  title: (names: string) => string;
  failing: (names: string) => string;
  recovered: (names: string) => string;
  /** `names`: empty if the page has none of the components any more. */
  unmonitored: (names: string) => string;
};

/** The texts by language. They are not among the locale files, which browsers load. */
export const AUTOMATIC_TEXTS: Record<Language, AutomaticTexts> = {
  en: {
    list: (names, more) => {
      const all = more > 0 ? [...names, `${more} more`] : [...names];
      const last = all.pop() ?? '';
      return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
    },
    title: (names) => `Problems with ${names}`,
    failing: (names) => `We are seeing problems with ${names} and are looking into the cause.`,
    recovered: (names) => `The problems with ${names} are over.`,
    unmonitored: (names) =>
      names === ''
        ? 'The affected components are no longer on this page, so this incident is closed.'
        : `Monitoring of ${names} was stopped or changed, so this incident is closed.`,
  },
  cn: {
    list: (names, more) =>
      `${names.map((name) => `“${name}”`).join('、')}${more > 0 ? `等 ${names.length + more} 项` : ''}`,
    title: (names) => `${names}出现问题`,
    failing: (names) => `我们发现${names}出现问题，正在调查原因。`,
    recovered: (names) => `${names}的问题已经解决。`,
    unmonitored: (names) =>
      names === '' ? '受影响的组件已从此页面移除，本事件已关闭。' : `${names}的监控已停止或变更，本事件已关闭。`,
  },
};
