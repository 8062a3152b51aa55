/** Returns a function: whether texts together contain every term of `search`, in any case, order and Unicode normal form. */
export function createMatcher(search: string): (...texts: readonly string[]) => boolean {
  const terms = search
    .normalize()
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  return (...texts) => {
    const text = texts.join('\n').normalize().toLowerCase();
    return terms.every((term) => text.includes(term));
  };
}
