import { z } from 'zod';
import { lineSchema } from './fields.ts';

/** A monitor's tags group monitors by what they are for. */
export const TAG_LENGTH = 30;
export const TAGS_PER_MONITOR = 10;
/** How many tags can select the monitors of a channel. */
export const TAGS_PER_CHANNEL = 20;

/** Tags as given: empty ones are dropped, and of those that differ in case only the first is kept. */
export const tagsInputSchema = z
  .array(lineSchema.max(TAG_LENGTH))
  .max(50)
  .transform((tags) => distinctTags(tags))
  .pipe(z.array(z.string()).max(TAGS_PER_MONITOR));

/** Each tag once, ignoring case, without empty ones. */
export function distinctTags(tags: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const tag of tags) if (tag !== '' && !found.has(tag.toLowerCase())) found.set(tag.toLowerCase(), tag);
  return [...found.values()];
}

/** Whether they are the same tag. */
export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The tags without some, and with others. */
export function changeTags(tags: readonly string[], remove: readonly string[], add: readonly string[]): string[] {
  return distinctTags([...tags.filter((tag) => !remove.some((each) => isSameTag(each, tag))), ...add]);
}

/** Merges two edits of tags: what either of them added or removed. */
export function mergeTags(base: readonly string[], local: readonly string[], remote: readonly string[]): string[] {
  const isIn = (tags: readonly string[], tag: string) => tags.some((each) => isSameTag(each, tag));
  const kept = remote.filter((tag) => isIn(local, tag) || !isIn(base, tag));
  const added = local.filter((tag) => !isIn(base, tag));
  return distinctTags([...kept, ...added]).slice(0, TAGS_PER_MONITOR);
}
