import { expect, it } from 'vitest';
import { toAsciiName } from './ascii-name.ts';

it.each([
  ['ns1.例子.台灣', 'ns1.xn--fsqu00a.xn--kpry57d'],
  ['例子。台灣。', 'xn--fsqu00a.xn--kpry57d.'],
  ['_dmarc.bücher.example', '_dmarc.xn--bcher-kva.example'],
  ['ร้านค้า.ไทย', 'xn--42c5b3a1dc8kd.xn--o3cw4h'],
  ['WWW.farwatch.test', 'WWW.farwatch.test'],
  ['例子 台灣', '例子 台灣'],
  ['例子/台灣', '例子/台灣'],
])('%s is %s in DNS', (name, ascii) => {
  expect(toAsciiName(name)).toBe(ascii);
});
