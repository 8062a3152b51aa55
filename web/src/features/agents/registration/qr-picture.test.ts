import { expect, it } from 'vitest';
import { qrFileName } from './qr-picture.ts';

it.each([
  ['Server 1', 'farwatch-agent-Server-1.png'],
  ['台北机房', 'farwatch-agent-台北机房.png'],
  ['a/b\\c:d*e?f"g<h>i|j', 'farwatch-agent-a-b-c-d-e-f-g-h-i-j.png'],
  ['../../etc/passwd', 'farwatch-agent-etc-passwd.png'],
  ['name.exe.', 'farwatch-agent-name.exe.png'],
  [`a${String.fromCodePoint(0x202e)}gnp.b`, 'farwatch-agent-a-gnp.b.png'],
  ['///', 'farwatch-agent.png'],
  ['台'.repeat(200), `farwatch-agent-${'台'.repeat(60)}.png`],
  ['half \ud83e of a pair', 'farwatch-agent-half-of-a-pair.png'],
])('saves %j as %s', (name, file) => {
  expect(qrFileName(name)).toBe(file);
});
