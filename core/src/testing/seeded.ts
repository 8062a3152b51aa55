/** Random numbers for property tests, the same ones for the same seed (mulberry32). */
export type Random = {
  /** Returns a number from 0 inclusive to 1 exclusive. */
  share(): number;
  /** An integer from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number;
  /** An integer like `whole`, distributed by order of magnitude, for durations. `least` is at least 1. */
  spread(least: number, most: number): number;
  one<T>(values: readonly [T, ...T[]]): T;
};

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  const spread = (least: number, most: number) => Math.round(least * (most / least) ** share());
  return { share, whole, spread, one: (values) => values[whole(0, values.length - 1)] ?? values[0] };
}
