import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { SeenAddresses } from './seen-addresses.ts';

const newPath = async () => join(await newFolder(), 'seen-as.json');

describe('the address that the server saw', () => {
  test.each([
    ['8.8.8.8', '8.8.8.8', true],
    ['8.8.8.8', '8.8.4.4', false],
    ['::ffff:8.8.8.8', '8.8.8.8', true],
    ['2a00::7', '2a00:0:0:0:0:0:0:7', true],
    ['unknown', 'unknown', false],
    ['', '', false],
  ])('%s: %s is it: %s', async (seen, address, expected) => {
    const addresses = await SeenAddresses.open(await newPath());
    await addresses.note(seen);
    expect(addresses.has(address)).toBe(expected);
  });

  test('is the newest of each family, so an earlier one may be checked again', async () => {
    const addresses = await SeenAddresses.open(await newPath());
    for (const seen of ['8.8.8.8', '2a00::7', '9.9.9.9']) await addresses.note(seen);
    const known = ['8.8.8.8', '9.9.9.9', '2a00:0:0:0:0:0:0:7'];
    expect(known.map((address) => addresses.has(address))).toEqual([false, true, true]);
  });

  test('is known after a restart', async () => {
    const path = await newPath();
    await (await SeenAddresses.open(path)).note('8.8.8.8');
    expect((await SeenAddresses.open(path)).has('8.8.8.8')).toBe(true);
  });

  test('is learned again if its file is invalid', async () => {
    const path = await newPath();
    await writeFile(path, '{"ipv4":7');
    const addresses = await SeenAddresses.open(path);
    await addresses.note('8.8.8.8');
    expect((await SeenAddresses.open(path)).has('8.8.8.8')).toBe(true);
  });

  test('is used even if it cannot be stored', async () => {
    const addresses = await SeenAddresses.open(join(await newFolder(), 'missing', 'seen-as.json'));
    await addresses.note('8.8.8.8');
    expect(addresses.has('8.8.8.8')).toBe(true);
  });
});
