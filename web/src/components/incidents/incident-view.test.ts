import { expect, it } from 'vitest';
import { DEFAULT_VIEW, type IncidentView, queryWith, viewOf } from './incident-view.ts';

it.each<[string, Partial<IncidentView>]>([
  ['', {}],
  ['status=active&range=30d', { status: 'active', range: '30d' }],
  ['location=th&search=shop+login', { location: 'th', search: 'shop login' }],
  ['status=open&range=1y&location=us', {}],
  ['search=&incident=x', {}],
])('"%s" asks for %o', (query, expected) => {
  expect(viewOf(new URLSearchParams(query))).toEqual({ ...DEFAULT_VIEW, ...expected });
});

it.each<[string, Partial<IncidentView>, string]>([
  ['', {}, ''],
  ['', { status: 'resolved', search: 'a b' }, 'status=resolved&search=a+b'],
  ['status=active&range=7d', { range: '7d' }, 'range=7d'],
  ['tab=x&location=bd', {}, 'tab=x'],
  ['sort=start&page=3&watchlist-page=2', { range: '7d' }, 'sort=start&watchlist-page=2&range=7d'],
])('"%s" becomes, for %o, "%s"', (query, view, expected) => {
  expect(queryWith(new URLSearchParams(query), { ...DEFAULT_VIEW, ...view }).toString()).toBe(expected);
});
