import { sorted } from './sorting.ts';

/** The tags in use with their numbers of monitors, by name; spelled as the first monitor has them. */
export function tagCounts(monitors: readonly { tags: readonly string[] }[]): { tag: string; count: number }[] {
  const found = new Map<string, { tag: string; count: number }>();
  for (const tag of monitors.flatMap(({ tags }) => tags)) {
    const entry = found.get(tag.toLowerCase()) ?? { tag, count: 0 };
    found.set(tag.toLowerCase(), { ...entry, count: entry.count + 1 });
  }
  return sorted([...found.values()], 'asc', ({ tag }) => tag);
}
