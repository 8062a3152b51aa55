const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders names as people read them: 'Shop 2' before 'Shop 10', whatever their case. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}
