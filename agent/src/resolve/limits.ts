/** What resolving a name may take. */
export const RESOLVE = {
  /** A lookup ends by then: before the check gives up connecting. */
  totalMs: 3_500,
  /** When it is asked again, the next server first, while no answer has come. */
  askedAtMs: [0, 700, 1_800],
  /** How long IPv6 addresses are waited for when there are IPv4 ones, and the other way round. */
  graceMs: { 4: 50, 6: 500 },
  lookups: 1_024,
  /** Names asked of the system, each of which holds a thread until the system gives up. */
  systemLookups: 12,
  /** For how long lookups that begin share their sockets. */
  channelMs: 100,
  /** How often the system's files are looked at. */
  filesMs: 1_000,
} as const;
