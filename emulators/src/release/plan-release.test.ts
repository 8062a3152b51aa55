import { describe, expect, it } from 'vitest';
import { nextVersion, releaseChangelog, withVersion } from './plan-release.ts';

it.each([
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['0.9.9', 'minor', '0.10.0'],
  ['1.2.3', '1.2.10', '1.2.10'],
  ['1.9.9', '1.10.0', '1.10.0'],
])('%s, %s: %s', (current, requested, expected) => {
  expect(nextVersion(current, requested)).toBe(expected);
});

it.each(['1.2.2', '1.2.3', '0.9.9', '1.3', 'v1.3.0', '1.3.0-beta', 'latest'])(
  '%s does not follow 1.2.3',
  (requested) => {
    expect(() => nextVersion('1.2.3', requested)).toThrow('nor a version later than 1.2.3');
  },
);

describe('the changelog', () => {
  it('of a first release', () => {
    const { text, entries } = releaseChangelog('# C\n\n## Unreleased\n\n- One.\n', '1.0.0', '2026-11-28');
    expect({ text, entries }).toEqual({
      text: '# C\n\n## Unreleased\n\n## 1.0.0, 2026-11-28\n\n- One.\n',
      entries: '- One.',
    });
  });

  it.each([
    ['no entries', '## Unreleased\n\n## 1.0.0\n\n- One.\n'],
    ['no entries', '## Unreleased\n\nSoon.\n'],
    ['exactly one heading', '## 1.0.0\n\n- One.\n'],
    ['exactly one heading', '## Unreleased\n\n- One.\n\n## Unreleased\n\n- Two.\n'],
  ])('is refused: %s', (reason, text) => {
    expect(() => releaseChangelog(text, '1.1.0', '2026-11-28')).toThrow(reason);
  });
});

it('only the named packages get the version', () => {
  const locked = {
    version: '1.0.0',
    packages: { '': { version: '1.0.0' }, agent: { version: '0.4.0' }, 'node_modules/a': { version: '1.0.0' } },
  };
  expect(JSON.parse(withVersion(JSON.stringify(locked), '1.1.0', ['', 'core']))).toEqual({
    version: '1.1.0',
    packages: { '': { version: '1.1.0' }, agent: { version: '0.4.0' }, 'node_modules/a': { version: '1.0.0' } },
  });
});
