/** Returns a whole number from 0 to below `size`, always the same for an id; those of many ids are spread evenly (FNV-1a). */
export function spreadOf(id: string, size: number): number {
  const hash = [...id].reduce((sum, each) => Math.imul(sum ^ each.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return hash % size;
}
