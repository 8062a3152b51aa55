import { describe, expect, it } from 'vitest';
import { editSecret } from './secret-field.tsx';

const MASK = '••••••••part';

describe('editSecret', () => {
  it.each([
    ['keeps what is typed at the end of the mask', MASK, `${MASK}1`, '1'],
    ['keeps what is typed at the start of the mask', MASK, `1${MASK}`, '1'],
    ['keeps what is typed within the mask', MASK, '••••1:a••••part', '1:a'],
    ['takes a secret that replaces the mask', MASK, '123:abc', '123:abc'],
    ['takes a replacement with the same ending', MASK, '123456789:AAE-settings_part', '123456789:AAE-settings_part'],
    ['takes a replacement with the same last letter', MASK, '1:least', '1:least'],
    ['takes the last letter of the mask as a replacement', MASK, 't', 't'],
    ['keeps what replaces a part of the mask', MASK, '••••x', 'x'],
    ['clears the secret when the last character is deleted', MASK, '••••••••par', ''],
    ['clears the secret when a character within is deleted', MASK, '•••••••part', ''],
    ['clears the secret when all but the end is deleted', MASK, 'part', ''],
    ['clears the secret when all is deleted', MASK, '', ''],
    ['edits a new secret', '12', '123', '123'],
    ['takes the first secret', '', '1', '1'],
  ])('%s', (_, shown, input, expected) => {
    expect(editSecret(shown, input)).toBe(expected);
  });
});
