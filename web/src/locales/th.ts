import json from './th.json';

/** The texts of all pages, and those of some, each a script of its own, by path. */
export const texts = json;
export const parts = import.meta.glob<{ default: object }>(['./*-th.json', '!./site-th.json']);
