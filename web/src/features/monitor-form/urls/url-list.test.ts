import { describe, expect, it } from 'vitest';
import { changeUrlList, filledCount, invalidCount, newUrlList, type UrlList, type UrlListAction } from './url-list.ts';
import { MAX_ROWS } from './url-rows.ts';

const after = (...actions: UrlListAction[]): UrlList => actions.reduce(changeUrlList, newUrlList());
const paste = (text: string): UrlListAction => ({ type: 'paste', key: 1, field: 'url', text });
const verify: UrlListAction = { type: 'verify', taken: new Set(), names: null };
const lines = (count: number) => Array.from({ length: count }, (_, index) => `s${index}.test`).join('\n');

it('focuses an added row', () => {
  const { rows, focus } = after({ type: 'add' });
  expect(rows).toHaveLength(2);
  expect(focus).toEqual({ key: rows[1]?.key, field: 'url' });
});

it('adds no rows above the limit', () => {
  expect(after(paste(lines(MAX_ROWS)), { type: 'add' }).rows).toHaveLength(MAX_ROWS);
});

it('focuses the following row after a removal, the last row at the end, or the URL of the only row', () => {
  const { rows } = after(paste(lines(3)));
  const [first, second, third] = rows.map(({ key }) => key);
  const without = (key: number | undefined): UrlListAction => ({ type: 'remove', key: key ?? 0 });
  expect(after(paste(lines(3)), without(second)).focus).toEqual({ key: third, field: 'remove' });
  expect(after(paste(lines(3)), without(third)).focus).toEqual({ key: second, field: 'remove' });
  const emptied = after(paste(lines(3)), without(third), without(second), without(first));
  expect(emptied.rows).toMatchObject([{ url: '', description: '' }]);
  expect(emptied.focus).toEqual({ key: emptied.rows[0]?.key, field: 'url' });
});

it('counts the pasted entries', () => {
  expect(after(paste(lines(250))).pasted).toBe(250);
  expect(after(paste('one line')).pasted).toBeNull();
});

describe('entries pasted beyond the row limit', () => {
  const shown = ({ rows }: UrlList) => rows.map(({ url }) => url);
  const overflowing = ({ overflow }: UrlList) => overflow.map(({ url }) => url);
  const pasted = after(paste(lines(250)));

  it('overflow', () => {
    expect(shown(pasted)).toEqual(lines(MAX_ROWS).split('\n'));
    expect(overflowing(pasted)).toEqual(lines(250).split('\n').slice(MAX_ROWS));
  });

  it('move up unverified when rows are removed', () => {
    const verified = changeUrlList(pasted, verify);
    const fewer = changeUrlList(verified, { type: 'remove', key: 7 });
    expect(fewer.rows.at(-1)).toMatchObject({ url: 's200.test', verdict: null });
    expect(overflowing(fewer)).toHaveLength(49);
  });

  it('replace the rows that were added', () => {
    const rest = changeUrlList(changeUrlList(pasted, verify), { type: 'added' });
    expect(shown(rest)).toEqual(overflowing(pasted));
    expect(overflowing(rest)).toEqual([]);
    expect(rest.focus).toEqual({ key: rest.rows[0]?.key, field: 'url' });
  });

  it('receive the descriptions of a pasted column', () => {
    const column = Array.from({ length: 250 }, (_, index) => `Site ${index}`).join('\n');
    const described = changeUrlList(pasted, { type: 'paste', key: 1, field: 'description', text: column });
    expect(described.overflow.at(-1)).toMatchObject({ url: 's249.test', description: 'Site 249' });
  });

  it('include rows that another paste pushed down, which no longer count as invalid', () => {
    const bad = changeUrlList(after(paste(lines(MAX_ROWS - 1)), { type: 'add' }), {
      type: 'edit',
      key: MAX_ROWS + 1,
      change: { url: 'not a host' },
    });
    const verified = changeUrlList(bad, verify);
    expect(invalidCount(verified.rows)).toBe(1);
    const more = changeUrlList(verified, { type: 'paste', key: 1, field: 'url', text: 'x.test\ny.test' });
    expect(overflowing(more)).toContain('not a host');
    expect(overflowing(changeUrlList(more, { type: 'removeInvalid' }))).toContain('not a host');
  });

  it('stay in the overflow when rows are verified', () => {
    const blank = changeUrlList(pasted, { type: 'edit', key: 1, change: { url: '' } });
    const verified = changeUrlList(blank, verify);
    expect(verified.rows).toHaveLength(MAX_ROWS);
    expect(verified.rows.every(({ verdict }) => verdict?.valid)).toBe(true);
    expect(overflowing(verified)).toEqual(
      lines(250)
        .split('\n')
        .slice(MAX_ROWS + 1),
    );
  });
});

it('focuses the first invalid row and counts invalid rows', () => {
  const list = after(paste('a.test\nftp://b.test\nc test'), verify);
  expect(invalidCount(list.rows)).toBe(2);
  expect(list.focus).toEqual({ key: list.rows[1]?.key, field: 'url' });
  const rest = changeUrlList(list, { type: 'removeInvalid' });
  expect(rest.rows.map(({ url }) => url)).toEqual(['https://a.test/']);
  expect(changeUrlList(rest, verify).focus).toBeNull();
});

it('clears the number of pasted entries at the next edit, and counts filled rows', () => {
  const list = after(paste(lines(3)), { type: 'add' });
  expect(filledCount(list.rows)).toBe(3);
  expect(changeUrlList(list, { type: 'edit', key: 1, change: { url: 'x' } }).pasted).toBeNull();
});
