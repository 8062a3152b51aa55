/** The texts of all pages, and those of some, each a script of its own, by path. */
export { default } from './zh-Hant.json';
export const parts = import.meta.glob<{ default: object }>(['./*-zh-Hant.json', '!./site-zh-Hant.json']);
