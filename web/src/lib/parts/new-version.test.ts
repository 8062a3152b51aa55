import { MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import page from '../../../app.html?raw';
import { entryOf, mayReload } from './new-version.ts';

describe('entryOf', () => {
  it.each([
    ['<script type="module" crossorigin src="/assets/start-Ab12.js"></script>', '/assets/start-Ab12.js'],
    [
      '<script type="module" src="/assets/react-1.js"></script><script type="module" src="/assets/start-2.js"></script>',
      '/assets/start-2.js',
    ],
    ['<p>Not found</p>', null],
    ['', null],
  ])('%s', (html, expected) => {
    expect(entryOf(html)).toBe(expected);
  });

  it('finds none in the source document', () => {
    expect(entryOf(page)).toBeNull();
  });
});

describe('mayReload', () => {
  const now = 1_000_000_000;
  const reloaded = (entry: string, agoMs: number) => JSON.stringify({ entry, atMs: now - agoMs });

  it.each([
    ['no reload yet', null, true],
    ['a reload for another version', reloaded('/assets/a.js', 1_000), true],
    ['a recent reload for this version', reloaded('/assets/b.js', 1_000), false],
    ['an old reload for this version', reloaded('/assets/b.js', 11 * MINUTE_MS), true],
    ['invalid stored text', '{"entry":', true],
  ])('%s', (_, stored, expected) => {
    expect(mayReload(stored, '/assets/b.js', now)).toBe(expected);
  });
});
