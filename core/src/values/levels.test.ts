import { expect, it } from 'vitest';
import { batteryLevel, uptimeLevel } from './levels.ts';

it.each([
  [100, 'good'],
  [95, 'good'],
  [94.99, 'fair'],
  [90, 'fair'],
  [89.99, 'poor'],
  [0, 'poor'],
] as const)('an uptime of %s %% is %s', (percent, level) => {
  expect(uptimeLevel(percent)).toBe(level);
});

it.each([
  [100, 'good'],
  [51, 'good'],
  [50, 'fair'],
  [21, 'fair'],
  [20, 'poor'],
  [0, 'poor'],
] as const)('a battery at %s %% is %s', (percent, level) => {
  expect(batteryLevel(percent)).toBe(level);
});
