import { createFormControl } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { captureSent, DISCARD_EDITS, KEEP_EDITS } from './stored-form.ts';

const STORED = { name: 'Ann', chat: { id: '1', on: false } };
const NAMES = ['name', 'chat.id', 'chat.on'] as const;

/** A form based on STORED with these changes. */
function formWith(changes: { [Name in (typeof NAMES)[number]]?: string | boolean }) {
  const form = createFormControl({ defaultValues: STORED, resetOptions: KEEP_EDITS });
  form.subscribe({ formState: { isDirty: true, dirtyFields: true }, callback: () => {} });
  for (const name of NAMES) form.register(name);
  const change = (name: (typeof NAMES)[number], value: string | boolean) =>
    form.setValue(name, value, { shouldDirty: true });
  for (const name of NAMES) if (changes[name] !== undefined) change(name, changes[name]);
  return { ...form, change };
}

const isDirty = (form: ReturnType<typeof formWith>) => NAMES.filter((name) => form.getFieldState(name).isDirty);

it('takes over stored changes and keeps edits', () => {
  const form = formWith({ 'chat.id': '2' });
  form.reset({ name: 'Bo', chat: { id: '9', on: true } });
  expect(form.getValues()).toEqual({ name: 'Bo', chat: { id: '2', on: true } });
  expect(isDirty(form)).toEqual(['chat.id']);
});

it('discards all edits', () => {
  const form = formWith({ name: 'Bo', 'chat.id': '2' });
  form.reset(STORED, DISCARD_EDITS);
  expect(form.getValues()).toEqual(STORED);
  expect(isDirty(form)).toEqual([]);
});

describe('captureSent', () => {
  it('shows the stored values, which are no longer edits', () => {
    const form = formWith({ name: ' Bo ', 'chat.on': true });
    const applyStored = captureSent(form, NAMES);
    applyStored({ name: 'Bo', chat: { id: '1', on: true } });
    expect(form.getValues()).toEqual({ name: 'Bo', chat: { id: '1', on: true } });
    expect(isDirty(form)).toEqual([]);
  });

  it('keeps fields that were changed since, or not sent', () => {
    const form = formWith({ name: 'Bo', 'chat.id': '2', 'chat.on': true });
    const applyStored = captureSent(form, ['name', 'chat.id']);
    form.change('name', 'Bob');
    applyStored({ name: 'Bo', chat: { id: '2', on: false } });
    expect(form.getValues()).toEqual({ name: 'Bob', chat: { id: '2', on: true } });
    expect(isDirty(form)).toEqual(['name', 'chat.on']);
  });

  it('restores the stored values if saving failed', () => {
    const form = formWith({ name: 'Bo', 'chat.id': '2' });
    const applyStored = captureSent(form, ['name']);
    applyStored();
    expect(form.getValues()).toEqual({ name: 'Ann', chat: { id: '2', on: false } });
    expect(isDirty(form)).toEqual(['chat.id']);
  });
});
