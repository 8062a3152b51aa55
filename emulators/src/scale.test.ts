import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { billTable } from '../bench/bill.ts';
import { everybodyTable, loadOf, scaleTables } from '../bench/scale.ts';
import { rootDir } from './platform/paths.ts';

it('docs/scale.md has the tables that its formulas give', () => {
  const text = readFileSync(join(rootDir, 'docs/scale.md'), 'utf8');
  expect(text).toContain(scaleTables());
  expect(text).toContain(everybodyTable());
});

it('docs/operations.md has the bill that its formulas give', () => {
  expect(readFileSync(join(rootDir, 'docs/operations.md'), 'utf8')).toContain(billTable());
});

it('a full account costs what npm run bench:cost counts', () => {
  const { parts } = loadOf({ endpoints: 200, owners: 1 });
  expect(parts['check-ins']).toEqual({ reads: 2_160, writes: 6_480 });
  expect(parts.sweep).toEqual({ reads: 17_712, writes: 1_440 });
  expect(parts['roll-ups']).toEqual({ reads: 792, writes: 216 });
  expect(parts.days).toEqual({ reads: 122, writes: 221 });
});

it('costs grow by owners and agents, not by checks', () => {
  const [few, many] = [loadOf({ endpoints: 1_000, owners: 100 }), loadOf({ endpoints: 5_000, owners: 100 })];
  expect(many.parts['check-ins']).toEqual(few.parts['check-ins']);
  expect(many.parts['roll-ups']).toEqual(few.parts['roll-ups']);
});
