/** Returns a function: whether texts together contain every term of `search`, in any case and order. */
export function createMatcher(search: string): (...texts: readonly string[]) => boolean {
  const terms = search
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  return (...texts) => {
    const text = texts.join('\n').toLowerCase();
    return terms.every((term) => text.includes(term));
  };
}
