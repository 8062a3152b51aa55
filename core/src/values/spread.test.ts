import { expect, it } from 'vitest';
import { spreadOf } from './spread.ts';

const ids = Array.from({ length: 3000 }, (_, number) => `owner${number}`);

it('is the same for an id each time, and below the size', () => {
  for (const size of [1, 3, 45]) {
    const values = ids.map((id) => spreadOf(id, size));
    expect(values).toEqual(ids.map((id) => spreadOf(id, size)));
    expect(values.every((value) => Number.isInteger(value) && value >= 0 && value < size)).toBe(true);
  }
});

it.each([3, 12, 45 * 60])('puts about as many ids into each part of %i', (size) => {
  const parts = Map.groupBy(ids, (id) => Math.floor((spreadOf(id, size) * 3) / size));
  for (const part of parts.values()) expect(part.length / ids.length).toBeCloseTo(1 / 3, 1);
});
