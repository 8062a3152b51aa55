/** The texts of all pages, and those of some, each a script of its own, by path. */
export { default } from './th.json';
export const parts = import.meta.glob<{ default: object }>(['./*-th.json', '!./site-th.json']);
