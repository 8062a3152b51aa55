import { expect, it } from 'vitest';
import { isSubmitted, newDraft, submitted, withValue } from './search-draft.ts';

const typed = (draft: ReturnType<typeof newDraft>, text: string) => ({ ...draft, text });

it('is submitted until the text changes', () => {
  const draft = typed(newDraft('shop'), 'shops');
  expect(isSubmitted(newDraft('shop'))).toBe(true);
  expect(isSubmitted(draft)).toBe(false);
  expect(isSubmitted(submitted(draft))).toBe(true);
  expect(isSubmitted(typed(submitted(draft), 'shop'))).toBe(false);
});

it('keeps newer text when a submitted text becomes the value', () => {
  const two = submitted(typed(submitted(typed(newDraft(''), 'a')), 'ab'));
  const first = withValue(typed(two, 'abc'), 'a');
  expect(first).toEqual({ text: 'abc', value: 'a', sent: ['ab'] });
  expect(withValue(first, 'ab')).toEqual({ text: 'abc', value: 'ab', sent: [] });
  expect(withValue(typed(two, 'abc'), 'ab').text).toBe('abc');
});

it('takes a value set from outside', () => {
  const back = withValue(submitted(typed(newDraft(''), 'shop')), 'shop');
  expect(withValue(back, '')).toEqual(newDraft(''));
  expect(withValue(typed(back, 'shops'), 'api')).toEqual(newDraft('api'));
});
