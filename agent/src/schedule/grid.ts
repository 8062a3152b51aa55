/** A number below `modulo` that is the same for the same text, spread evenly over texts (FNV-1a, mixed). */
export function stableHash(text: string, modulo: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % modulo;
}

/** The first point after `nowMs` on the grid of `intervalMs` shifted by `offsetMs`, so that delays do not add up. */
export function nextOnGrid(nowMs: number, intervalMs: number, offsetMs: number): number {
  return Math.floor((nowMs - offsetMs) / intervalMs) * intervalMs + intervalMs + offsetMs;
}
