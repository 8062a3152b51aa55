/** What one check may take and cost. */
export const PROBE = {
  connectMs: 4_000,
  totalMs: 10_000,
  redirects: 5,
  bodyBytes: 64 * 1024,
  headerBytes: 64 * 1024,
  /** Of all that comes over HTTP/2: several times what an answer of these sizes takes. */
  connectionBytes: 1024 * 1024,
  /** Each is a connection, in the time for one: an answer of DNS holds thousands. */
  addresses: 48,
  attemptMs: 250,
} as const;
