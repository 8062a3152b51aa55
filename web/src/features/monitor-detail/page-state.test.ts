import { expect, it } from 'vitest';
import { pageState } from './page-state.ts';

const KNOWN = { listed: true, failing: false, found: false, justSaved: false, incidentsCame: false };

it.each([
  ['loading', 'before the monitors came', { listed: false, incidentsCame: true }],
  ['failed', 'when they do not come', { listed: false, failing: true }],
  ['failed', 'when they do not come, also of one just saved', { listed: false, failing: true, justSaved: true }],
  ['gone', 'when it is not among them', { incidentsCame: true }],
  ['gone', 'when it was not among them before news stopped', { failing: true }],
  ['loading', 'while the news of it may be under way', { justSaved: true, incidentsCame: true }],
  ['loading', 'while the news of it may be under way and none come', { justSaved: true, failing: true }],
  ['loading', 'until its incidents came', { found: true }],
  ['loading', 'until its incidents came, also while no news comes', { found: true, failing: true }],
  ['shown', 'when all is there', { found: true, incidentsCame: true }],
  ['shown', 'as it last was while no news comes', { found: true, incidentsCame: true, failing: true }],
] as const)('is %s %s', (state, _when, known) => {
  expect(pageState({ ...KNOWN, ...known })).toBe(state);
});
