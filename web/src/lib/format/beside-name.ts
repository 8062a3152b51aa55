/** The description beside a name; nothing if it only repeats the name, which may be made from it. */
export function besideName(name: string, description: string): string {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(name) === plain(description) ? '' : description;
}
