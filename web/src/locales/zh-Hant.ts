import json from './zh-Hant.json';

/** The texts of all pages, and those of some, each a script of its own, by path. */
export const texts = json;
export const parts = import.meta.glob<{ default: object }>(['./*-zh-Hant.json', '!./site-zh-Hant.json']);
