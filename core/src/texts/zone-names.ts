import { currentZone } from '../values/current-zone.ts';
import { type Language, tagOf } from '../values/languages.ts';

type ZoneTexts = { withOffset: (city: string, offset: string) => string; cities: Readonly<Record<string, string>> };

/** How languages other than the default write zones, and the cities of common ones. Other cities stay as in the zone's name. */
const ZONE_TEXTS: Partial<Record<Language, ZoneTexts>> = {
  cn: {
    withOffset: (city, offset) => `${city}（${offset}）`,
    cities: {
      'Africa/Cairo': '开罗',
      'Africa/Johannesburg': '约翰内斯堡',
      'Africa/Lagos': '拉各斯',
      'Africa/Nairobi': '内罗毕',
      'America/Anchorage': '安克雷奇',
      'America/Argentina/Buenos_Aires': '布宜诺斯艾利斯',
      'America/Bogota': '波哥大',
      'America/Chicago': '芝加哥',
      'America/Denver': '丹佛',
      'America/Halifax': '哈利法克斯',
      'America/Lima': '利马',
      'America/Los_Angeles': '洛杉矶',
      'America/Mexico_City': '墨西哥城',
      'America/New_York': '纽约',
      'America/Phoenix': '凤凰城',
      'America/Santiago': '圣地亚哥',
      'America/Sao_Paulo': '圣保罗',
      'America/Toronto': '多伦多',
      'America/Vancouver': '温哥华',
      'Asia/Almaty': '阿拉木图',
      'Asia/Baghdad': '巴格达',
      'Asia/Bangkok': '曼谷',
      'Asia/Colombo': '科伦坡',
      'Asia/Dhaka': '达卡',
      'Asia/Dubai': '迪拜',
      'Asia/Ho_Chi_Minh': '胡志明市',
      'Asia/Hong_Kong': '香港',
      'Asia/Jakarta': '雅加达',
      'Asia/Jerusalem': '耶路撒冷',
      'Asia/Kabul': '喀布尔',
      'Asia/Karachi': '卡拉奇',
      'Asia/Kathmandu': '加德满都',
      'Asia/Kolkata': '加尔各答',
      'Asia/Kuala_Lumpur': '吉隆坡',
      'Asia/Macau': '澳门',
      'Asia/Manila': '马尼拉',
      'Asia/Phnom_Penh': '金边',
      'Asia/Riyadh': '利雅得',
      'Asia/Seoul': '首尔',
      'Asia/Shanghai': '上海',
      'Asia/Singapore': '新加坡',
      'Asia/Taipei': '台北',
      'Asia/Tashkent': '塔什干',
      'Asia/Tehran': '德黑兰',
      'Asia/Tokyo': '东京',
      'Asia/Ulaanbaatar': '乌兰巴托',
      'Asia/Urumqi': '乌鲁木齐',
      'Asia/Vientiane': '万象',
      'Asia/Yangon': '仰光',
      'Australia/Brisbane': '布里斯班',
      'Australia/Melbourne': '墨尔本',
      'Australia/Perth': '珀斯',
      'Australia/Sydney': '悉尼',
      'Europe/Amsterdam': '阿姆斯特丹',
      'Europe/Athens': '雅典',
      'Europe/Berlin': '柏林',
      'Europe/Istanbul': '伊斯坦布尔',
      'Europe/Kyiv': '基辅',
      'Europe/Lisbon': '里斯本',
      'Europe/London': '伦敦',
      'Europe/Madrid': '马德里',
      'Europe/Moscow': '莫斯科',
      'Europe/Paris': '巴黎',
      'Europe/Rome': '罗马',
      'Europe/Stockholm': '斯德哥尔摩',
      'Europe/Vienna': '维也纳',
      'Europe/Warsaw': '华沙',
      'Europe/Zurich': '苏黎世',
      'Pacific/Auckland': '奥克兰',
      'Pacific/Honolulu': '檀香山',
    },
  },
};

/** Returns the city that a zone is called after, as a language writes it: 'Ho Chi Minh', '台北'. 'UTC' is itself. */
export function zoneCity(zone: string, language: Language): string {
  const current = currentZone(zone);
  return ZONE_TEXTS[language]?.cities[current] ?? current.slice(current.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Returns a zone for readers, with its offset at that time: 'Taipei (GMT+8)', '台北（GMT+8）'; 'UTC' alone. */
export function zoneName(zone: string, language: Language, atMs: number): string {
  const city = zoneCity(zone, language);
  if (city === 'UTC') return city;
  const format = new Intl.DateTimeFormat(tagOf(language), { timeZone: zone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return ZONE_TEXTS[language]?.withOffset(city, offset) ?? `${city} (${offset})`;
}
