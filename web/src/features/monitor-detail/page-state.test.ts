import { expect, it } from 'vitest';
import { pageState } from './page-state.ts';

const INPUT = {
  areMonitorsLoaded: true,
  hasFailed: false,
  isFound: false,
  isJustSaved: false,
  areIncidentsLoaded: false,
};

it.each([
  ['loading', 'before the monitors are loaded', { areMonitorsLoaded: false, areIncidentsLoaded: true }],
  ['failed', 'if loading the monitors fails', { areMonitorsLoaded: false, hasFailed: true }],
  ['failed', 'if loading fails after saving', { areMonitorsLoaded: false, hasFailed: true, isJustSaved: true }],
  ['not-found', 'if the monitor is not among them', { areIncidentsLoaded: true }],
  ['not-found', 'if the monitor is not among them and updates fail', { hasFailed: true }],
  ['loading', 'right after saving, until the monitor arrives', { isJustSaved: true, areIncidentsLoaded: true }],
  ['loading', 'right after saving while updates fail', { isJustSaved: true, hasFailed: true }],
  ['loading', 'until the incidents are loaded', { isFound: true }],
  ['loading', 'until the incidents are loaded while updates fail', { isFound: true, hasFailed: true }],
  ['monitor', 'when all is loaded', { isFound: true, areIncidentsLoaded: true }],
  ['monitor', 'when all is loaded and updates fail', { isFound: true, areIncidentsLoaded: true, hasFailed: true }],
] as const)('is %s %s', (state, _when, input) => {
  expect(pageState({ ...INPUT, ...input })).toBe(state);
});
