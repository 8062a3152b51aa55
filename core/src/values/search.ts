/** Whether texts contain together all words of `search`, in any case and order; without words all do. */
export function finder(search: string): (...texts: readonly string[]) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (...texts) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
