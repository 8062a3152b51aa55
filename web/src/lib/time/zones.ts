import { zoneName } from '@farwatch/core/texts/zones/zone-names';
import { currentZone } from '@farwatch/core/values/current-zone';
import { type Language, tagOf } from '@farwatch/core/values/languages';

/** A time zone, and its city with its offset as readers know it. */
export type ZoneOption = { zone: string; label: string };

/** All zones that this browser knows and the chosen one, by their current names, sorted by city. */
export function zoneOptions(chosen: string, language: Language, nowMs: number): ZoneOption[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen].map(currentZone));
  const { compare } = new Intl.Collator(tagOf(language), { numeric: true });
  return [...zones]
    .map((zone) => ({ zone, label: zoneName(zone, language, nowMs) }))
    .sort((one, other) => compare(one.label, other.label));
}

/** The zone that a text names: by its label, by its own name, or by the only label that starts with it; null for none. */
export function findZone(options: readonly ZoneOption[], text: string): string | null {
  const query = text.trim().toLowerCase();
  const exact = options.find(({ zone, label }) => [zone, label].some((name) => name.toLowerCase() === query));
  if (exact) return exact.zone;
  const begin = options.filter(({ label }) => query !== '' && label.toLowerCase().startsWith(query));
  return begin.length === 1 ? (begin[0]?.zone ?? null) : null;
}
