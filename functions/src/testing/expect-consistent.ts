import { findViolations } from '@farwatch/core/decisions/invariants/violations';
import { expect } from 'vitest';
import { readStored } from '../../commands/read-stored.ts';
import { T0, type TestProject } from './test-project.ts';

/** Fails if the documents that a test leaves behind contradict each other. Work still queued is no contradiction. */
export async function expectConsistent(project: TestProject): Promise<void> {
  const { db } = project.run(T0);
  expect(findViolations(await readStored(db), T0)).toEqual([]);
}
