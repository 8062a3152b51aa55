import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeletionMessage } from './message.ts';

// The module listens to the page's visibility.
vi.stubGlobal('document', { addEventListener: () => undefined });
const { createDeletions, viewWithout } = await import('./deletions.ts');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  let message: DeletionMessage = { undoable: null, failed: null };
  let hidden: string[] = [];
  const called: string[] = [];
  const deletions = createDeletions(
    {
      show: (next) => {
        message = { ...message, ...next };
      },
      hide: (ids) => {
        hidden = [...ids];
      },
    },
    8_000,
  );
  const remove = (id: string, failure?: Error, onRestored = () => undefined) =>
    deletions.remove({
      ids: [id],
      deleted: { name: id },
      failed: `${id} failed`,
      onRestored,
      async call() {
        called.push(id);
        if (failure) throw failure;
      },
    });
  return { deletions, remove, called, state: () => ({ hidden, ...message }) };
}

describe('deletions', () => {
  it('hides at once, calls after a while, and stays hidden', async () => {
    const { remove, called, state } = setUp();
    remove('a');
    expect(state()).toEqual({ hidden: ['a'], undoable: { name: 'a' }, failed: null });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(called).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(called).toEqual(['a']);
    expect(state()).toEqual({ hidden: ['a'], undoable: null, failed: null });
  });

  it('makes no call if undone, and shows everything again', async () => {
    const { deletions, remove, called, state } = setUp();
    const onRestored = vi.fn<() => undefined>();
    remove('a', undefined, onRestored);
    deletions.undo();
    expect(state()).toEqual({ hidden: [], undoable: null, failed: null });
    expect(onRestored).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    deletions.undo();
    expect([called, onRestored.mock.calls.length]).toEqual([[], 1]);
  });

  it('shows again what could not be deleted, with the reason', async () => {
    const { deletions, remove, state } = setUp();
    const failure = new Error('offline');
    const onRestored = vi.fn<() => undefined>();
    remove('a', failure, onRestored);
    await deletions.complete();
    expect(state()).toEqual({ hidden: [], undoable: null, failed: { title: 'a failed', failure } });
    expect(onRestored).toHaveBeenCalledTimes(1);
  });

  it('calls earlier when something else is deleted, the page is hidden or something is saved, and only once', async () => {
    const { deletions, remove, called, state } = setUp();
    remove('a');
    remove('b');
    expect(called).toEqual(['a']);
    expect(state().undoable).toEqual({ name: 'b' });
    await Promise.all([deletions.complete(), deletions.complete()]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(called).toEqual(['a', 'b']);
    expect(state().hidden).toEqual(['a', 'b']);
  });

  it('waits as long as it is held, and then the whole time again', async () => {
    const { deletions, remove, called } = setUp();
    remove('a');
    deletions.hold(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(called).toEqual([]);
    deletions.hold(false);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(called).toEqual(['a']);
    deletions.hold(false);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(called).toEqual(['a']);
  });
});

it('leaves deleted monitors and endpoints out of live lists, and returns the same object for the same state', () => {
  const whole = { id: 'm3', endpoints: { e3: 3 } };
  const items = [{ id: 'm1', endpoints: {} }, { id: 'm2', endpoints: { e1: 1, e2: 2 } }, whole];
  const known = { data: { items, unreadable: 1 }, error: undefined };
  const view = viewWithout(new Set(['m1', 'e2']));
  expect(view(known)).toEqual({
    data: { items: [{ id: 'm2', endpoints: { e1: 1 } }, whole], unreadable: 1 },
    error: undefined,
  });
  expect(view(known)).toBe(view(known));
  const others = { data: { id: 'm1' }, error: undefined };
  expect(view(others)).toBe(others);
});
