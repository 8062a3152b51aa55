/** Keeps an entry as the newest; removes the oldest beyond `most`. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const [oldest] of map) if (map.size > most) map.delete(oldest);
}
