/** What one check may take and cost (design 4). */
export const PROBE = {
  connectMs: 4_000,
  totalMs: 10_000,
  redirects: 5,
  bodyBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  attemptMs: 500,
} as const;
