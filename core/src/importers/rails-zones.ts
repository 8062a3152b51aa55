/** Names of zones in Ruby on Rails whose city is not that of IANA (ActiveSupport::TimeZone::MAPPING), by region. */
const BY_REGION: Readonly<Record<string, string>> = {
  Pacific:
    "International Date Line West=Midway, Midway Island=Midway, American Samoa=Pago_Pago, Hawaii=Honolulu, Guam, Port Moresby, Solomon Is.=Guadalcanal, New Caledonia=Noumea, Fiji, Marshall Is.=Majuro, Auckland, Wellington=Auckland, Nuku'alofa=Tongatapu, Tokelau Is.=Fakaofo, Chatham Is.=Chatham, Samoa=Apia",
  America:
    'Alaska=Juneau, Pacific Time (US & Canada)=Los_Angeles, Tijuana, Mountain Time (US & Canada)=Denver, Arizona=Phoenix, Chihuahua, Mazatlan, Central Time (US & Canada)=Chicago, Saskatchewan=Regina, Guadalajara=Mexico_City, Mexico City, Monterrey, Central America=Guatemala, Eastern Time (US & Canada)=New_York, Indiana (East)=Indiana/Indianapolis, Bogota, Lima, Quito=Lima, Atlantic Time (Canada)=Halifax, Caracas, La Paz, Santiago, Asuncion, Newfoundland=St_Johns, Brasilia=Sao_Paulo, Buenos Aires=Argentina/Buenos_Aires, Montevideo, Georgetown=Guyana, Puerto Rico, Greenland=Nuuk',
  Atlantic: 'Mid-Atlantic=South_Georgia, Azores, Cape Verde Is.=Cape_Verde',
  Europe:
    'Dublin, Edinburgh=London, Lisbon, London, Belgrade, Bratislava, Budapest, Ljubljana, Prague, Sarajevo, Skopje, Warsaw, Zagreb, Brussels, Copenhagen, Madrid, Paris, Amsterdam, Berlin, Bern=Zurich, Zurich, Rome, Stockholm, Vienna, Bucharest, Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius, Athens, Istanbul, Minsk, Moscow, St. Petersburg=Moscow, Volgograd, Samara, Kaliningrad',
  Africa: 'Casablanca, Monrovia, West Central Africa=Algiers, Cairo, Harare, Pretoria=Johannesburg, Nairobi',
  Asia: 'Jerusalem, Kuwait, Riyadh, Baghdad, Tehran, Abu Dhabi=Muscat, Muscat, Baku, Tbilisi, Yerevan, Kabul, Ekaterinburg=Yekaterinburg, Islamabad=Karachi, Karachi, Tashkent, Chennai=Kolkata, Kolkata, Mumbai=Kolkata, New Delhi=Kolkata, Kathmandu, Dhaka, Sri Jayawardenepura=Colombo, Almaty, Astana=Almaty, Novosibirsk, Rangoon, Bangkok, Hanoi=Bangkok, Jakarta, Krasnoyarsk, Beijing=Shanghai, Chongqing, Hong Kong, Urumqi, Kuala Lumpur, Singapore, Taipei, Irkutsk, Ulaanbaatar, Seoul, Osaka=Tokyo, Sapporo=Tokyo, Tokyo, Yakutsk, Vladivostok, Magadan, Srednekolymsk, Kamchatka',
  Australia: 'Perth, Darwin, Adelaide, Canberra=Canberra, Melbourne, Sydney, Brisbane, Hobart',
};

const ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_REGION).flatMap(([region, names]) =>
    names.split(', ').map((entry) => {
      const [name = '', city = name.replaceAll(' ', '_')] = entry.split('=');
      return [name, `${region}/${city}`] as const;
    }),
  ),
);

/** Returns the IANA zone that Ruby on Rails means by a name such as "Taipei"; any other name stays as it is. */
export function zoneOfRails(name: string): string {
  return ZONES.get(name) ?? name;
}
