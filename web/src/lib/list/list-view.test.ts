import { expect, it } from 'vitest';
import { z } from 'zod';
import { viewIn, withView } from './list-view.ts';

const schema = z.object({ status: z.enum(['all', 'down']).catch('all'), search: z.string().catch('') });
type View = z.infer<typeof schema>;

it.each<[string, string, View]>([
  ['', '', { status: 'all', search: '' }],
  ['status=down&search=a+b&tab=x', '', { status: 'down', search: 'a b' }],
  ['status=open', '', { status: 'all', search: '' }],
  ['watch-status=down&search=other', 'watch', { status: 'down', search: '' }],
])('"%s" of the list "%s" is %o', (query, list, expected) => {
  expect(viewIn(new URLSearchParams(query), schema, list)).toEqual(expected);
});

it.each<[string, string, View, string]>([
  ['', '', { status: 'all', search: '' }, ''],
  ['lng=cn&status=down', '', { status: 'all', search: 'a b' }, 'lng=cn&search=a+b'],
  ['sort=name&page=3&watch-page=2', '', { status: 'down', search: '' }, 'sort=name&watch-page=2&status=down'],
  ['page=3&watch-page=2', 'watch', { status: 'down', search: '' }, 'page=3&watch-status=down'],
])('"%s" of the list "%s" becomes for %o "%s"', (query, list, view, expected) => {
  expect(withView(new URLSearchParams(query), schema, list, view).toString()).toBe(expected);
});
