import json from './bn.json';

/** The texts of all pages, and those of some, each a script of its own, by path. */
export const texts = json;
export const parts = import.meta.glob<{ default: object }>(['./*-bn.json', '!./site-bn.json']);
