import { expect, it } from 'vitest';
import { compareSeverity, graver, type Severity } from './severity.ts';

const ASCENDING: Severity[] = ['informational', 'minor', 'major', 'critical'];

it('critical is graver than major, major than minor, minor than informational', () => {
  expect([...ASCENDING].reverse().sort(compareSeverity)).toEqual(ASCENDING);
});

it.each<{ a: Severity | null; b: Severity; gravest: Severity }>([
  { a: null, b: 'informational', gravest: 'informational' },
  { a: 'minor', b: 'critical', gravest: 'critical' },
  { a: 'critical', b: 'minor', gravest: 'critical' },
  { a: 'major', b: 'major', gravest: 'major' },
])('the graver of $a and $b is $gravest', ({ a, b, gravest }) => {
  expect(graver(a, b)).toBe(gravest);
});
