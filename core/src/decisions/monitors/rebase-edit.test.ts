import { describe, expect, test } from 'vitest';
import type { MonitorContent, MonitorInput, MonitorVersion } from '../../contracts/api/monitors.ts';
import { endpointContentSample, monitorContentSample } from '../../testing/samples.ts';
import { mergeEdits } from './merge-edits.ts';
import { rebaseEdit } from './rebase-edit.ts';

const A = endpointContentSample({ id: 'a', url: 'https://a.farwatch.test/', name: 'A', description: '' });
const B = endpointContentSample({ id: 'b', url: 'https://b.farwatch.test/', name: 'B', description: 'bee' });
const X = endpointContentSample({ id: 'new1', url: 'https://x.farwatch.test/', name: '' });
/** X as the server has stored it. */
const STORED_X = { ...X, id: 'x', name: 'Endpoint 3' };
const BASE: MonitorVersion = {
  version: 3,
  ...monitorContentSample({ name: 'Shop', locations: ['tw', 'th'], endpoints: [A, B] }),
};
const BY_ANOTHER = 'by another';

/** A form that sent `sent`, never heard of it, and holds `mine` when it is told of `theirs`. */
function meet(sent: Partial<MonitorInput>[], mine: Partial<MonitorContent>, theirs: Partial<MonitorContent>) {
  const { version: _, ...edit } = BASE;
  const current = { ...BASE, ...theirs, version: 4 };
  const built = rebaseEdit(
    BASE,
    { ...edit, ...mine },
    sent.map((each) => ({ ...edit, ...each })),
    current,
  );
  const { merged, conflicts } = mergeEdits(built.base, built.mine, current);
  return { merged, asked: conflicts.map(({ key }) => key), byOthers: built.byOthers };
}

const merged = (changes: Partial<MonitorContent>, byOthers = false) => {
  const { version: _, ...edit } = { ...BASE, ...changes };
  return { merged: edit, asked: [], byOthers };
};

describe('a save whose answer was lost is nobody else’s edit', () => {
  test('what was renamed again since is not asked about', () => {
    expect(meet([{ name: 'Sent' }], { name: 'Typed since' }, { name: 'Sent' })).toEqual(
      merged({ name: 'Typed since' }),
    );
  });

  test('a URL that was added, and changed since, is not there twice', () => {
    const Y = { ...X, url: 'https://y.farwatch.test/' };
    const result = meet([{ endpoints: [A, B, X] }], { endpoints: [A, B, Y] }, { endpoints: [A, B, STORED_X] });
    expect(result).toEqual(merged({ endpoints: [A, B, { ...STORED_X, url: Y.url }] }));
  });

  test('a URL that was added, and removed since, is gone', () => {
    const result = meet([{ endpoints: [A, B, X] }], { endpoints: [A, B] }, { endpoints: [A, B, STORED_X] });
    expect(result).toEqual(merged({ endpoints: [A, B] }));
  });

  test('a URL that was removed and added again is the one that it was', () => {
    const again = { ...X, url: B.url, description: 'anew' };
    const since = { ...again, description: 'once more' };
    const stored = { ...B, description: 'anew' };
    const result = meet([{ endpoints: [A, again] }], { endpoints: [A, since] }, { endpoints: [A, stored] });
    expect(result).toEqual(merged({ endpoints: [A, { ...stored, description: 'once more' }] }));
  });

  test('it is the last of several, or one before it', () => {
    const sent = [{ name: 'First' }, { name: 'Second' }];
    expect(meet(sent, { name: 'Third' }, { name: 'First' })).toEqual(merged({ name: 'Third' }));
    expect(meet(sent, { name: 'Third' }, { name: 'Second' })).toEqual(merged({ name: 'Third' }));
  });

  test('also where another has saved something else on top of it', () => {
    const theirs = { name: 'Sent', description: BY_ANOTHER };
    expect(meet([{ name: 'Sent' }], { name: 'Typed since' }, theirs)).toEqual(
      merged({ name: 'Typed since', description: BY_ANOTHER }, true),
    );
  });
});

describe('what another saved is asked about', () => {
  test('where nothing was sent, or it never arrived', () => {
    expect(meet([], { name: 'Mine' }, { name: BY_ANOTHER }).asked).toEqual(['name']);
    expect(meet([{ name: 'Sent' }], { name: 'Mine' }, { name: BY_ANOTHER }).asked).toEqual(['name']);
  });

  test('where only a part of what was sent is there', () => {
    const sent = [{ name: 'Sent', endpoints: [A, B, X] }];
    const result = meet(sent, { name: 'Mine', endpoints: [A, B, X] }, { name: 'Sent' });
    expect(result.asked).toEqual(['name']);
    expect(result.merged.endpoints).toEqual([A, B, X]);
  });
});

describe('a new monitor whose answer was lost', () => {
  const SENT = monitorContentSample({ name: 'Shop', locations: ['tw', 'th'], endpoints: [X] });
  const MADE: MonitorVersion = { ...SENT, version: 1, endpoints: [{ ...X, id: 'x', name: 'Endpoint 1' }] };
  const Y = { ...X, id: 'new2', url: 'https://y.farwatch.test/' };
  const meetNew = (mine: Partial<MonitorContent>, theirs: Partial<MonitorContent>) => {
    const current = { ...MADE, ...theirs, version: 2 };
    const built = rebaseEdit(null, { ...SENT, endpoints: [X], ...mine }, [SENT], current);
    const { merged, conflicts } = mergeEdits(built.base, built.mine, current);
    return { merged, asked: conflicts.length, byOthers: built.byOthers };
  };
  const { version: _, ...made } = MADE;

  test('is the form’s own: what was changed since is not asked about', () => {
    const result = meetNew({ name: 'Typed since', endpoints: [X, Y] }, {});
    const endpoints = [...MADE.endpoints, Y];
    expect(result).toEqual({ merged: { ...made, name: 'Typed since', endpoints }, asked: 0, byOthers: false });
  });

  test('keeps what others renamed, added and removed since', () => {
    const theirs = { name: 'Renamed', locations: ['tw' as const], endpoints: [A] };
    const result = meetNew({ endpoints: [X, Y] }, theirs);
    expect(result).toEqual({ merged: { ...made, ...theirs, endpoints: [A, Y] }, asked: 0, byOthers: true });
  });
});
