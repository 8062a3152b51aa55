import { describe, expect, it } from 'vitest';
import { findZone, zoneOptions } from './zones.ts';

const NOW = Date.UTC(2026, 10, 20);
const english = zoneOptions('Asia/Calcutta', 'en', NOW);
const chinese = zoneOptions('UTC', 'cn', NOW);

describe('the zones to choose from', () => {
  it('have their current names, once each', () => {
    const zones = english.map(({ zone }) => zone);
    for (const zone of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'Asia/Yangon', 'Asia/Kathmandu', 'UTC']) {
      expect(zones).toContain(zone);
    }
    for (const zone of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon']) expect(zones).not.toContain(zone);
    expect(new Set(zones).size).toBe(zones.length);
  });

  it('are called by their cities in the reader’s language', () => {
    const named = (options: typeof english, zone: string) => options.find((each) => each.zone === zone)?.label;
    expect(named(english, 'Asia/Taipei')).toBe('Taipei (GMT+8)');
    expect(named(english, 'Asia/Ho_Chi_Minh')).toBe('Ho Chi Minh (GMT+7)');
    expect(named(chinese, 'Asia/Taipei')).toBe('台北（GMT+8）');
    expect(named(chinese, 'Europe/Kyiv')).toBe('基辅（GMT+2）');
    expect(named(chinese, 'Africa/Abidjan')).toBe('Abidjan（GMT）');
    expect(named(chinese, 'UTC')).toBe('UTC');
  });
});

it.each([
  ['Taipei (GMT+8)', 'Asia/Taipei'],
  [' taipei ', 'Asia/Taipei'],
  ['asia/taipei', 'Asia/Taipei'],
  ['Kolk', 'Asia/Kolkata'],
  ['San', null],
  ['', null],
  ['nowhere', null],
])('%j is %s', (text, zone) => {
  expect(findZone(english, text)).toBe(zone);
});
