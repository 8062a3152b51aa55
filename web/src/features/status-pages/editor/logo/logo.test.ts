import { expect, it } from 'vitest';
import { logoProblem } from './logo.ts';

it.each([
  ['image/png', 64 * 1024, null],
  ['image/webp', 1, null],
  ['image/png', 64 * 1024 + 1, 'size'],
  ['image/svg+xml', 1, 'type'],
  ['', 1, 'type'],
])('a file of type %j with %i bytes', (type, size, problem) => {
  expect(logoProblem({ type, size })).toBe(problem);
});
