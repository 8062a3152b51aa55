import { describe, expect, test } from 'vitest';
import type { MonitorContent, MonitorInput, MonitorVersion } from '../../contracts/api/monitors.ts';
import { endpointContentSample, monitorContentSample } from '../../testing/samples.ts';
import { mergeEdits } from './merge-edits.ts';
import { rebaseEdit } from './rebase-edit.ts';

const A = endpointContentSample({ id: 'a', url: 'https://a.farwatch.test/', name: 'A', description: '' });
const B = endpointContentSample({ id: 'b', url: 'https://b.farwatch.test/', name: 'B', description: 'bee' });
const X = endpointContentSample({ id: 'new1', url: 'https://x.farwatch.test/', name: '' });
/** X as the server has stored it. */
const STORED_X = { ...X, id: 'x', name: 'x.farwatch.test' };
const BASE: MonitorVersion = {
  version: 3,
  ...monitorContentSample({ name: 'Shop', locations: ['tw', 'th'], endpoints: [A, B] }),
};
const OTHER = 'saved by another user';

/** A form whose saves `sent` got no answer, which now has `local` and receives `remote`. */
function rebase(sent: Partial<MonitorInput>[], local: Partial<MonitorContent>, remote: Partial<MonitorContent>) {
  const { version: _, ...edit } = BASE;
  const current = { ...BASE, ...remote, version: 4 };
  const rebased = rebaseEdit(
    BASE,
    { ...edit, ...local },
    sent.map((each) => ({ ...edit, ...each })),
    current,
  );
  const { merged, conflicts } = mergeEdits(rebased.base, rebased.local, current);
  return { merged, conflicts: conflicts.map(({ key }) => key), byOthers: rebased.byOthers };
}

const merged = (changes: Partial<MonitorContent>, byOthers = false) => {
  const { version: _, ...edit } = { ...BASE, ...changes };
  return { merged: edit, conflicts: [], byOthers };
};

describe('a save whose answer was lost is not another user’s edit', () => {
  test('a later rename is no conflict', () => {
    expect(rebase([{ name: 'Sent' }], { name: 'Typed since' }, { name: 'Sent' })).toEqual(
      merged({ name: 'Typed since' }),
    );
  });

  test('with a secret, of which the current version has the mask', () => {
    const [typed, masked] = ['a-secret-of-24-letters-x', '••••••••rs-x'].map((token) => ({
      ...A,
      check: { auth: { type: 'bearer' as const, token } },
    }));
    const result = rebase(
      [{ endpoints: [typed ?? A, B] }],
      { endpoints: [typed ?? A, B] },
      { endpoints: [masked ?? A, B] },
    );
    expect(result).toEqual(merged({ endpoints: [typed ?? A, B] }));
  });

  test('a URL that was added and then changed is not added twice', () => {
    const Y = { ...X, url: 'https://y.farwatch.test/' };
    const result = rebase([{ endpoints: [A, B, X] }], { endpoints: [A, B, Y] }, { endpoints: [A, B, STORED_X] });
    expect(result).toEqual(merged({ endpoints: [A, B, { ...STORED_X, url: Y.url }] }));
  });

  test('a URL that was added and then removed is removed', () => {
    const result = rebase([{ endpoints: [A, B, X] }], { endpoints: [A, B] }, { endpoints: [A, B, STORED_X] });
    expect(result).toEqual(merged({ endpoints: [A, B] }));
  });

  test('a URL that was removed and added again keeps its id', () => {
    const again = { ...X, url: B.url, description: 'new' };
    const since = { ...again, description: 'newer' };
    const stored = { ...B, description: 'new' };
    const result = rebase([{ endpoints: [A, again] }], { endpoints: [A, since] }, { endpoints: [A, stored] });
    expect(result).toEqual(merged({ endpoints: [A, { ...stored, description: 'newer' }] }));
  });

  test('the last of several saves or an earlier one was stored', () => {
    const sent = [{ name: 'First' }, { name: 'Second' }];
    expect(rebase(sent, { name: 'Third' }, { name: 'First' })).toEqual(merged({ name: 'Third' }));
    expect(rebase(sent, { name: 'Third' }, { name: 'Second' })).toEqual(merged({ name: 'Third' }));
  });

  test('another user has changed something else since', () => {
    const remote = { name: 'Sent', description: OTHER };
    expect(rebase([{ name: 'Sent' }], { name: 'Typed since' }, remote)).toEqual(
      merged({ name: 'Typed since', description: OTHER }, true),
    );
  });
});

describe('a save by another user is a conflict', () => {
  test('if nothing was sent, or it did not arrive', () => {
    expect(rebase([], { name: 'Local' }, { name: OTHER }).conflicts).toEqual(['name']);
    expect(rebase([{ name: 'Sent' }], { name: 'Local' }, { name: OTHER }).conflicts).toEqual(['name']);
  });

  test('if only a part of what was sent is stored', () => {
    const sent = [{ name: 'Sent', endpoints: [A, B, X] }];
    const result = rebase(sent, { name: 'Local', endpoints: [A, B, X] }, { name: 'Sent' });
    expect(result.conflicts).toEqual(['name']);
    expect(result.merged.endpoints).toEqual([A, B, X]);
  });
});

describe('a new monitor whose answer was lost', () => {
  const SENT = monitorContentSample({ name: 'Shop', locations: ['tw', 'th'], endpoints: [X] });
  const CREATED: MonitorVersion = { ...SENT, version: 1, endpoints: [{ ...X, id: 'x', name: 'x.farwatch.test' }] };
  const Y = { ...X, id: 'new2', url: 'https://y.farwatch.test/' };
  const rebaseNew = (local: Partial<MonitorContent>, remote: Partial<MonitorContent>) => {
    const current = { ...CREATED, ...remote, version: 2 };
    const rebased = rebaseEdit(null, { ...SENT, endpoints: [X], ...local }, [SENT], current);
    const { merged, conflicts } = mergeEdits(rebased.base, rebased.local, current);
    return { merged, conflicts: conflicts.length, byOthers: rebased.byOthers };
  };
  const { version: _, ...created } = CREATED;

  test('is the form’s own, so that later changes are no conflict', () => {
    const result = rebaseNew({ name: 'Typed since', endpoints: [X, Y] }, {});
    const endpoints = [...CREATED.endpoints, Y];
    expect(result).toEqual({ merged: { ...created, name: 'Typed since', endpoints }, conflicts: 0, byOthers: false });
  });

  test('keeps what others renamed, added and removed since', () => {
    const remote = { name: 'Renamed', locations: ['tw' as const], endpoints: [A] };
    const result = rebaseNew({ endpoints: [X, Y] }, remote);
    expect(result).toEqual({ merged: { ...created, ...remote, endpoints: [A, Y] }, conflicts: 0, byOthers: true });
  });
});
