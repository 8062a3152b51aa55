import type { SeenChecks } from '../../components/check-now/check-progress.ts';

/** The path with what was seen already: no answer lacks that, though the server answers from copies. */
export function withSeen(path: string, seen: SeenChecks | null): string {
  if (!seen) return path;
  const query = new URLSearchParams({ known: String(seen.known), knownSince: seen.knownSince });
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
