import { describe, expect, it } from 'vitest';
import { demoDocuments } from './seed.ts';

describe('the demo project', () => {
  const nowMs = Date.parse('2026-03-01T12:34:56.000Z');

  it('is of the shapes that core knows, document by document', () => {
    expect(() => demoDocuments('http://localhost:5803', nowMs)).not.toThrow();
  });

  it('has an agent to join in each country', () => {
    const { waiting } = demoDocuments('http://localhost:5803', nowMs);
    expect(waiting.map((agent) => agent.country)).toEqual(['tw', 'th', 'bd']);
    expect(new Set(waiting.map((agent) => agent.code)).size).toBe(3);
  });
});
