import { describe, expect, it } from 'vitest';
import { type ChosenRange, rangeIn, withRange, withZoom } from './range-address.ts';

const zoom = { fromMs: Date.UTC(2026, 0, 15, 9, 30), toMs: Date.UTC(2026, 0, 16) };
const zoomText = '2026-01-15T0930..2026-01-16T0000';
const named = (name: ChosenRange['name'], zoomed: ChosenRange['zoom'] = null) => ({ name, dates: null, zoom: zoomed });

describe('the address', () => {
  it.each<[string, ChosenRange]>([
    ['', named('24h')],
    ['range=24h', named('24h')],
    ['range=7d', named('7d')],
    ['range=365d', named('365d')],
    ['range=8d', named('24h')],
    ['range=toString', named('24h')],
    [`range=90d&zoom=${zoomText}`, named('90d', zoom)],
    [`zoom=${zoomText}`, named('24h')],
    ['range=30d&zoom=2026-01-16T0000..2026-01-15T0930', named('30d')],
    ['range=30d&zoom=2026-01-16T0000..2026-01-16T0000', named('30d')],
    ['range=30d&zoom=2026-13-15T0930..2026-14-16T0000', named('30d')],
    ['range=30d&zoom=yesterday..today', named('30d')],
    ['range=2026-01-01..2026-02-01', { name: 'custom', dates: { from: '2026-01-01', to: '2026-02-01' }, zoom: null }],
    ['range=x..', { name: 'custom', dates: { from: 'x', to: '' }, zoom: null }],
  ])('%s', (query, expected) => {
    expect(rangeIn(new URLSearchParams(query))).toEqual(expected);
  });
});

it.each([
  ['tab=overview', '90d', 'tab=overview&range=90d'],
  [`range=7d&zoom=${zoomText}`, '30d', 'range=30d'],
  [`range=7d&zoom=${zoomText}&tab=x`, '24h', 'tab=x'],
  ['', { from: '2026-01-01', to: '2026-02-01' }, 'range=2026-01-01..2026-02-01'],
  ['checks-day=2026-01-03&checks-page=2&checks-result=failed', '7d', 'checks-result=failed&range=7d'],
] as const)('from %j chooses %j', (query, range, expected) => {
  expect(withRange(new URLSearchParams(query), range).toString()).toBe(expected);
});

it('zooms, and back', () => {
  const zoomed = withZoom(new URLSearchParams('range=90d'), zoom);
  expect(zoomed.toString()).toBe(`range=90d&zoom=${zoomText}`);
  expect(rangeIn(zoomed).zoom).toEqual(zoom);
  expect(withZoom(zoomed, null).toString()).toBe('range=90d');
});
