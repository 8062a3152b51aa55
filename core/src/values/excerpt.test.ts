import { expect, it } from 'vitest';
import { excerptOf, lastLineOf } from './excerpt.ts';

it.each([
  { rule: 'one line', body: ' upstream\r\n\ttimeout\u0000 ', excerpt: 'upstream timeout' },
  { rule: 'JSON as it is', body: '{"error": "full"}', excerpt: '{"error": "full"}' },
  {
    rule: 'the text of HTML',
    body: '<!doctype html><title>502 Bad Gateway</title><style>b{color:red}</style><b>nginx &amp; co</b>',
    excerpt: '502 Bad Gateway nginx & co',
  },
  {
    rule: 'a title that the text repeats once',
    body: '<html><head><title>Out of order</title></head><body><h1>Out of order</h1>Back soon',
    excerpt: 'Out of order Back soon',
  },
  { rule: 'HTML that is cut within a script', body: '<p>Down<script>let a = "</p>', excerpt: 'Down' },
  { rule: 'no direction marks', body: 'a\u202Eb', excerpt: 'ab' },
  { rule: 'the joiner of Bengali', body: '<p>র\u200D্যাব</p>', excerpt: 'র\u200D্যাব' },
  { rule: 'no colours', body: '\u001b[31merror\u001b[0m 23', excerpt: 'error 23' },
  { rule: 'cut before half a character', body: `${'a'.repeat(119)}😀`, excerpt: 'a'.repeat(119) },
  { rule: 'nothing', body: '', excerpt: '' },
])('an excerpt has $rule', ({ body, excerpt }) => {
  expect(excerptOf(body)).toBe(excerpt);
});

it.each([
  ['the last line', 'copying\n  disk full\n', 'disk full'],
  ['a line before empty ones', 'rsync: error 23\r\n\u0000\r\n \r\n', 'rsync: error 23'],
  ['the last state of a progress bar', '10 %\r50 %\r90 %', '90 %'],
  ['the beginning of a long line', `ok\n${'a'.repeat(200)}`, 'a'.repeat(120)],
  ['markup that ends with tags only', '<h1>Bad Gateway</h1>\n</body>\n</html>', 'Bad Gateway'],
  ['nothing', '\n \n', ''],
])('of an output: %s', (_, output, line) => {
  expect(lastLineOf(output)).toBe(line);
});

it('the worst markup takes hardly any processor time', () => {
  const before = process.cpuUsage();
  for (const part of ['<script', '<!--', '<', '<script></']) excerptOf(part.repeat(Math.floor(2048 / part.length)));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});
