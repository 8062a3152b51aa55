import { expect, test } from 'vitest';
import { refuseWindows } from './platform.ts';

test('Windows is refused in one sentence, other systems are not', () => {
  expect(() => refuseWindows('win32')).toThrow(/^Windows is not supported: .*\.$/);
  for (const platform of ['linux', 'darwin', 'android']) refuseWindows(platform);
});
