import { currentZone } from '../../values/current-zone.ts';
import { type Language, tableTagOf } from '../../values/languages.ts';
import { bn } from './locales/bn.ts';
import { cn } from './locales/cn.ts';
import { th } from './locales/th.ts';
import { zhHant } from './locales/zh-Hant.ts';

/** A zone whose city has a name in each language; other cities are written as in the zone's name. */
export type NamedZone =
  | 'Africa/Cairo'
  | 'Africa/Johannesburg'
  | 'Africa/Lagos'
  | 'Africa/Nairobi'
  | 'America/Anchorage'
  | 'America/Argentina/Buenos_Aires'
  | 'America/Bogota'
  | 'America/Chicago'
  | 'America/Denver'
  | 'America/Halifax'
  | 'America/Lima'
  | 'America/Los_Angeles'
  | 'America/Mexico_City'
  | 'America/New_York'
  | 'America/Phoenix'
  | 'America/Santiago'
  | 'America/Sao_Paulo'
  | 'America/Toronto'
  | 'America/Vancouver'
  | 'Asia/Almaty'
  | 'Asia/Baghdad'
  | 'Asia/Bangkok'
  | 'Asia/Colombo'
  | 'Asia/Dhaka'
  | 'Asia/Dubai'
  | 'Asia/Ho_Chi_Minh'
  | 'Asia/Hong_Kong'
  | 'Asia/Jakarta'
  | 'Asia/Jerusalem'
  | 'Asia/Kabul'
  | 'Asia/Karachi'
  | 'Asia/Kathmandu'
  | 'Asia/Kolkata'
  | 'Asia/Kuala_Lumpur'
  | 'Asia/Macau'
  | 'Asia/Manila'
  | 'Asia/Phnom_Penh'
  | 'Asia/Riyadh'
  | 'Asia/Seoul'
  | 'Asia/Shanghai'
  | 'Asia/Singapore'
  | 'Asia/Taipei'
  | 'Asia/Tashkent'
  | 'Asia/Tehran'
  | 'Asia/Tokyo'
  | 'Asia/Ulaanbaatar'
  | 'Asia/Urumqi'
  | 'Asia/Vientiane'
  | 'Asia/Yangon'
  | 'Australia/Brisbane'
  | 'Australia/Melbourne'
  | 'Australia/Perth'
  | 'Australia/Sydney'
  | 'Europe/Amsterdam'
  | 'Europe/Athens'
  | 'Europe/Berlin'
  | 'Europe/Istanbul'
  | 'Europe/Kyiv'
  | 'Europe/Lisbon'
  | 'Europe/London'
  | 'Europe/Madrid'
  | 'Europe/Moscow'
  | 'Europe/Paris'
  | 'Europe/Rome'
  | 'Europe/Stockholm'
  | 'Europe/Vienna'
  | 'Europe/Warsaw'
  | 'Europe/Zurich'
  | 'Pacific/Auckland'
  | 'Pacific/Honolulu';

export type ZoneTexts = {
  withOffset: (city: string, offset: string) => string;
  cities: Readonly<Record<NamedZone, string>>;
};

/** The texts of languages other than the default, which writes cities as zones' names do. */
const ZONE_TEXTS: Record<Exclude<Language, 'en'>, ZoneTexts> = { cn, 'zh-Hant': zhHant, th, bn };

function textsOf(language: Language): ZoneTexts | undefined {
  return language === 'en' ? undefined : ZONE_TEXTS[language];
}

/** Returns the city that a zone is called after, as a language writes it: 'Ho Chi Minh', '台北'. 'UTC' is itself. */
export function zoneCity(zone: string, language: Language): string {
  const current = currentZone(zone);
  return (
    textsOf(language)?.cities[current as NamedZone] ?? current.slice(current.lastIndexOf('/') + 1).replaceAll('_', ' ')
  );
}

/** Returns a zone for readers, with its offset at that time: 'Taipei (GMT+8)', '台北（GMT+8）'; 'UTC' alone. */
export function zoneName(zone: string, language: Language, atMs: number): string {
  const city = zoneCity(zone, language);
  if (city === 'UTC') return city;
  const format = new Intl.DateTimeFormat(tableTagOf(language), { timeZone: zone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return textsOf(language)?.withOffset(city, offset) ?? `${city} (${offset})`;
}
