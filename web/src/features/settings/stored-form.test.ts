import { createFormControl } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { AROUND_TYPED, DISCARDING, sending } from './stored-form.ts';

const STORED = { name: 'Ann', chat: { id: '1', on: false } };
const NAMES = ['name', 'chat.id', 'chat.on'] as const;

/** A form based on STORED with these changes. */
function formWith(changes: { [Name in (typeof NAMES)[number]]?: string | boolean }) {
  const form = createFormControl({ defaultValues: STORED, resetOptions: AROUND_TYPED });
  form.subscribe({ formState: { isDirty: true, dirtyFields: true }, callback: () => {} });
  for (const name of NAMES) form.register(name);
  const change = (name: (typeof NAMES)[number], value: string | boolean) =>
    form.setValue(name, value, { shouldDirty: true });
  for (const name of NAMES) if (changes[name] !== undefined) change(name, changes[name]);
  return { ...form, change };
}

const isDirty = (form: ReturnType<typeof formWith>) => NAMES.filter((name) => form.getFieldState(name).isDirty);

it('takes in news around what was typed', () => {
  const form = formWith({ 'chat.id': '2' });
  form.reset({ name: 'Bo', chat: { id: '9', on: true } });
  expect(form.getValues()).toEqual({ name: 'Bo', chat: { id: '2', on: true } });
  expect(isDirty(form)).toEqual(['chat.id']);
});

it('discards all that was typed', () => {
  const form = formWith({ name: 'Bo', 'chat.id': '2' });
  form.reset(STORED, DISCARDING);
  expect(form.getValues()).toEqual(STORED);
  expect(isDirty(form)).toEqual([]);
});

describe('sending', () => {
  it('what was stored is shown and no edit', () => {
    const form = formWith({ name: ' Bo ', 'chat.on': true });
    const settle = sending(form, NAMES);
    settle({ name: 'Bo', chat: { id: '1', on: true } });
    expect(form.getValues()).toEqual({ name: 'Bo', chat: { id: '1', on: true } });
    expect(isDirty(form)).toEqual([]);
  });

  it('what was changed meanwhile, and what was not sent, stays', () => {
    const form = formWith({ name: 'Bo', 'chat.id': '2', 'chat.on': true });
    const settle = sending(form, ['name', 'chat.id']);
    form.change('name', 'Bob');
    settle({ name: 'Bo', chat: { id: '2', on: false } });
    expect(form.getValues()).toEqual({ name: 'Bob', chat: { id: '2', on: true } });
    expect(isDirty(form)).toEqual(['name', 'chat.on']);
  });

  it('what failed to be saved gives way to what is in force', () => {
    const form = formWith({ name: 'Bo', 'chat.id': '2' });
    const settle = sending(form, ['name']);
    settle();
    expect(form.getValues()).toEqual({ name: 'Ann', chat: { id: '2', on: false } });
    expect(isDirty(form)).toEqual(['chat.id']);
  });
});
