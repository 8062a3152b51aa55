import { expect, it } from 'vitest';
import { handedOn, isHandedOn, newDraft, received } from './search-draft.ts';

const typed = (draft: ReturnType<typeof newDraft>, text: string) => ({ ...draft, text });

it('is handed on until something else is typed', () => {
  const draft = typed(newDraft('shop'), 'shops');
  expect(isHandedOn(newDraft('shop'))).toBe(true);
  expect(isHandedOn(draft)).toBe(false);
  expect(isHandedOn(handedOn(draft))).toBe(true);
  expect(isHandedOn(typed(handedOn(draft), 'shop'))).toBe(false);
});

it('keeps what was typed while what was handed on comes back, however late', () => {
  const two = handedOn(typed(handedOn(typed(newDraft(''), 'a')), 'ab'));
  const first = received(typed(two, 'abc'), 'a');
  expect(first).toEqual({ text: 'abc', value: 'a', sent: ['ab'] });
  expect(received(first, 'ab')).toEqual({ text: 'abc', value: 'ab', sent: [] });
  expect(received(typed(two, 'abc'), 'ab').text).toBe('abc');
});

it('takes over what is set from outside', () => {
  const back = received(handedOn(typed(newDraft(''), 'shop')), 'shop');
  expect(received(back, '')).toEqual(newDraft(''));
  expect(received(typed(back, 'shops'), 'api')).toEqual(newDraft('api'));
});
