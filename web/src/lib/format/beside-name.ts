/** The description to show beside a name; empty if it only repeats the name, which may have been made from it. */
export function besideName(name: string, description: string): string {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(name) === plain(description) ? '' : description;
}
