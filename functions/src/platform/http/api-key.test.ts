import { API_KEY_PATTERN } from '@farwatch/core/values/api-key';
import { expect, test } from 'vitest';
import { apiKeyId, makeApiKey } from './api-key.ts';

test('a key has the form that scanners for secrets look for, and an id', () => {
  const keys = Array.from({ length: 200 }, () => makeApiKey());
  for (const key of keys) {
    expect(key).toMatch(API_KEY_PATTERN);
    expect(apiKeyId(key)).toMatch(/^[\w-]{43}$/);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

/** The example in GitHub's description of its tokens, of which only the prefix differs. */
test('the checksum is that of GitHub’s tokens', () => {
  expect(apiKeyId('fwk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17')).not.toBeNull();
});

test.each([
  ['nothing', ''],
  ['a prefix', 'fwk_'],
  ['another prefix', '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'],
  ['a typing error', 'fwk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18'],
  ['two swapped characters', 'fwk_QzWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'],
  ['other case', 'fwk_ZQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'],
  ['a character too many', 'fwk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq170'],
  ['a line', 'fwk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17\n'],
])('%s is no key', (_, text) => {
  expect(apiKeyId(text)).toBeNull();
});
