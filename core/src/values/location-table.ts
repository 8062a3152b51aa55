/** `names`: by language; Unicode's name of the country is used for a missing one. */
export type LocationEntry = { names: { en: string } & Readonly<Record<string, string>> };

/** Every location, by its ISO country code in lowercase (docs/architecture.md, Extension points). */
export const LOCATIONS = {
  tw: { names: { en: 'Taiwan', cn: '台湾' } },
  th: { names: { en: 'Thailand', cn: '泰国' } },
  bd: { names: { en: 'Bangladesh', cn: '孟加拉国' } },
} as const satisfies Record<string, LocationEntry>;
