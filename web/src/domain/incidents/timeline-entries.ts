import { SECOND_MS } from '@farwatch/core/values/time';

/**
 * The steps of an incident, newest first. Those of one second, which are written with the same time, are in the order in
 * which they happened: `lists` have them in it, and what people do follows what they react to.
 */
export function newestFirst<Entry extends { createdAt: number }>(...lists: readonly (readonly Entry[])[]): Entry[] {
  const secondOf = ({ createdAt }: Entry) => Math.floor(createdAt / SECOND_MS);
  return lists
    .flat()
    .toSorted((one, other) => secondOf(one) - secondOf(other))
    .toReversed();
}
