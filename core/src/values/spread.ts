/** Returns a hash of a text, from 0 to below 2^32, always the same (FNV-1a). It protects nothing. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns a whole number from 0 to below `size`, always the same for an id; those of many ids are spread evenly. */
export function spreadOf(id: string, size: number): number {
  return hashOf(id) % size;
}
