import { describe, expect, test } from 'vitest';
import { annotationsOf, type Finding, summaryOf } from './github.ts';

const DOWN: Finding = {
  code: 'th',
  location: 'Thailand',
  state: 'down',
  ms: 81,
  text: 'The server answered with status 503',
  address: '192.0.2.7',
};

describe('annotations', () => {
  test.each([
    [
      DOWN,
      '::error title=Farwatch%3A Thailand::https://x.test/a is down from Thailand: The server answered with status 503',
    ],
    [{ ...DOWN, state: 'up' } as const, undefined],
    [
      { ...DOWN, state: 'not checked', text: 'no answer in time' } as const,
      '::warning title=Farwatch%3A Thailand::https://x.test/a is not checked from Thailand: no answer in time',
    ],
  ])('of %j', (finding, line) => {
    expect(annotationsOf('https://x.test/a?token=s3cret#x', [finding])[0]).toBe(line);
  });

  test('cannot be ended by what they say', () => {
    const [line] = annotationsOf('https://x.test/', [{ ...DOWN, text: '100 %\r\n::set-output name=x::y' }]);
    expect(line).toContain('100 %25%0D%0A::set-output');
    expect(line).not.toContain('\n');
  });
});

describe('the summary', () => {
  test('has a row for each location', () => {
    const text = summaryOf('https://x.test/?token=s3cret', [
      DOWN,
      { ...DOWN, location: 'Taiwan', state: 'up', text: '200' },
    ]);
    expect(text).toContain('| Thailand | ❌ down | 81 ms | The server answered with status 503 |');
    expect(text).toContain('| Taiwan | ✅ up | 81 ms | 200 |');
    expect(text).not.toContain('s3cret');
  });

  test('shows markup as text', () => {
    const text = summaryOf('https://x.test/', [{ ...DOWN, text: '<img src=x> | [a](b)\n# x' }]);
    expect(text).toContain('\\<img src=x\\> \\| \\[a\\](b) # x |');
  });
});
