import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readDocument, withMillis } from './read-document.ts';

const at = (ms: number) => ({ seconds: ms / 1000, toMillis: () => ms });

describe('withMillis', () => {
  it('converts Timestamps to milliseconds at every depth', () => {
    const stored = {
      createdAt: at(1000),
      name: 'a',
      list: [{ at: at(2000) }],
      votes: { tw: { since: at(3000), up: true } },
      none: null,
    };
    expect(withMillis(stored)).toEqual({
      createdAt: 1000,
      name: 'a',
      list: [{ at: 2000 }],
      votes: { tw: { since: 3000, up: true } },
      none: null,
    });
  });
});

describe('readDocument', () => {
  const schema = z.object({ name: z.string(), createdAt: z.number() });
  const snapshot = (data: unknown) => ({ id: 'm1', ref: { path: 'monitors/m1' }, data: () => data });

  it('returns the parsed document with its id', () => {
    expect(readDocument(snapshot({ name: 'a', createdAt: at(5) }), schema)).toEqual({
      id: 'm1',
      name: 'a',
      createdAt: 5,
    });
  });

  it('returns null and logs a document that does not match the schema', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    expect(readDocument(snapshot({ name: 5 }), schema)).toBeNull();
    expect(error.mock.calls[0]?.[0]).toContain('monitors/m1');
    error.mockRestore();
  });
});
