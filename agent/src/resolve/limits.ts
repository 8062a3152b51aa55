/** Limits of resolving a name. */
export const RESOLVE = {
  /** A lookup ends before the check gives up connecting. */
  totalMs: 3_500,
  /** When the question is repeated, to the next server first, while no answer has come. */
  queriedAtMs: [0, 700, 1_800],
  /** How long to wait for IPv6 addresses if there are IPv4 ones, and vice versa. */
  graceMs: { 4: 50, 6: 500 },
  lookups: 1_024,
  /** Names resolved by the system, each of which occupies a thread until the system gives up. */
  systemLookups: 12,
  /** How long new lookups share their sockets. */
  channelMs: 100,
  /** How often the system's files are checked. */
  filesMs: 1_000,
} as const;
