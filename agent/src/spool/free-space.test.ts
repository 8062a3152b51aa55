import { WINDOW_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { Spool } from './spool.ts';
import { sampleCheck } from './testing/sample.ts';

const W0 = 1_800_000_000_000;

test('the free space is read for a new window and once the spool has grown, not at each check', async () => {
  let reads = 0;
  const freeSpace = async () => {
    reads += 1;
    return 1024 ** 3;
  };
  const spool = await Spool.open(await newFolder(), { freeSpace });
  for (let index = 0; index < 20; index += 1) await spool.append(sampleCheck(`e${index}`, W0 + index));
  expect(reads).toBe(1);
  await spool.append(sampleCheck('next', W0 + WINDOW_MS));
  expect(reads).toBe(2);
  const before = spool.bytes;
  const many = Array.from({ length: 2_000 }, (_, index) => spool.append(sampleCheck(`e${index}`, W0 + WINDOW_MS)));
  await Promise.all(many);
  expect(spool.bytes - before).toBeGreaterThan(64 * 1024);
  expect(reads).toBeGreaterThan(2);
  await spool.close();
});
