/** What one check may take and cost. */
export const PROBE = {
  connectMs: 4_000,
  totalMs: 10_000,
  redirects: 5,
  bodyBytes: 64 * 1024,
  headerBytes: 64 * 1024,
  attemptMs: 250,
} as const;
