import { expect, it } from 'vitest';
import { changeUrlList, filledCount, invalidCount, newUrlList, type UrlList, type UrlListAction } from './url-list.ts';
import { MAX_ROWS } from './url-rows.ts';

const after = (...actions: UrlListAction[]): UrlList => actions.reduce(changeUrlList, newUrlList());
const paste = (text: string): UrlListAction => ({ type: 'paste', key: 1, field: 'url', text });
const verify: UrlListAction = { type: 'verify', taken: new Set() };
const lines = (count: number) => Array.from({ length: count }, (_, index) => `s${index}.test`).join('\n');

it('focuses the row that was added', () => {
  const { rows, focus } = after({ type: 'add' });
  expect(rows).toHaveLength(2);
  expect(focus).toEqual({ key: rows[1]?.key, field: 'url' });
});

it('adds no more rows than there may be', () => {
  expect(after(paste(lines(MAX_ROWS)), { type: 'add' }).rows).toHaveLength(MAX_ROWS);
});

it('focuses the row that comes up when one is removed, the last when that was it, the URL of the only one', () => {
  const { rows } = after(paste(lines(3)));
  const [first, second, third] = rows.map(({ key }) => key);
  const without = (key: number | undefined): UrlListAction => ({ type: 'remove', key: key ?? 0 });
  expect(after(paste(lines(3)), without(second)).focus).toEqual({ key: third, field: 'remove' });
  expect(after(paste(lines(3)), without(third)).focus).toEqual({ key: second, field: 'remove' });
  const emptied = after(paste(lines(3)), without(third), without(second), without(first));
  expect(emptied.rows).toMatchObject([{ url: '', description: '' }]);
  expect(emptied.focus).toEqual({ key: emptied.rows[0]?.key, field: 'url' });
});

it('says how many were pasted and left', () => {
  expect(after(paste(lines(250))).pasted).toEqual({ taken: MAX_ROWS, left: 50 });
  expect(after(paste('one line')).pasted).toBeNull();
});

it('focuses the first invalid row and counts them', () => {
  const list = after(paste('a.test\nftp://b.test\nc test'), verify);
  expect(invalidCount(list.rows)).toBe(2);
  expect(list.focus).toEqual({ key: list.rows[1]?.key, field: 'url' });
  const rest = changeUrlList(list, { type: 'removeInvalid' });
  expect(rest.rows.map(({ url }) => url)).toEqual(['https://a.test/']);
  expect(changeUrlList(rest, verify).focus).toBeNull();
});

it('forgets what it said with the next edit, and counts what is written', () => {
  const list = after(paste(lines(3)), { type: 'add' });
  expect(filledCount(list.rows)).toBe(3);
  expect(changeUrlList(list, { type: 'edit', key: 1, change: { url: 'x' } }).pasted).toBeNull();
});
