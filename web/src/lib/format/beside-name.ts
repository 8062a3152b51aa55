/** The description that stands beside a name; nothing where it only repeats it, as where the name was made from it. */
export function besideName(name: string, description: string): string {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(name) === plain(description) ? '' : description;
}
