import { expect, it } from 'vitest';
import { compareSeverity, moreSevere, type Severity } from './severity.ts';

const ASCENDING: Severity[] = ['informational', 'minor', 'major', 'critical'];

it('critical is more severe than major, major than minor, minor than informational', () => {
  expect([...ASCENDING].reverse().sort(compareSeverity)).toEqual(ASCENDING);
});

it.each<{ a: Severity | null; b: Severity; mostSevere: Severity }>([
  { a: null, b: 'informational', mostSevere: 'informational' },
  { a: 'minor', b: 'critical', mostSevere: 'critical' },
  { a: 'critical', b: 'minor', mostSevere: 'critical' },
  { a: 'major', b: 'major', mostSevere: 'major' },
])('the more severe of $a and $b is $mostSevere', ({ a, b, mostSevere }) => {
  expect(moreSevere(a, b)).toBe(mostSevere);
});
