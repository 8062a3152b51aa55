import { findViolations } from '@farwatch/core/decisions/invariants/violations';
import { expect } from 'vitest';
import { readStored } from '../admin/read-stored.ts';
import { T0, type World } from './world.ts';

/** Fails where the documents that a test leaves behind contradict each other. Work that still waits is none. */
export async function expectConsistent(world: World): Promise<void> {
  const { db } = world.run(T0);
  expect(findViolations(await readStored(db), T0)).toEqual([]);
}
