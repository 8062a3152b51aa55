import { expect, test } from 'vitest';
import type { EndpointStatus } from '../../values/status.ts';
import { firstSteps } from './first-steps.ts';

const monitor = (...statuses: EndpointStatus[]) => ({
  endpoints: Object.fromEntries(statuses.map((status, index) => [`e${index}`, { status }])),
});

test.each([
  ['a new account', [], false, { monitor: false, alert: false, look: false }, 'monitor'],
  ['alerts before any monitor', [], true, { monitor: false, alert: true, look: false }, 'monitor'],
  ['a monitor not checked yet', [monitor('pending')], false, { monitor: true, alert: false, look: false }, 'alert'],
  ['alerts, and not checked yet', [monitor('pending')], true, { monitor: true, alert: true, look: false }, 'look'],
  ['a monitor without endpoints', [monitor()], true, { monitor: true, alert: true, look: false }, 'look'],
  ['checked, without alerts', [monitor('up')], false, { monitor: true, alert: false, look: true }, 'alert'],
  [
    'one endpoint of many was checked',
    [monitor('pending'), monitor('pending', 'down')],
    true,
    { monitor: true, alert: true, look: true },
    null,
  ],
  [
    'an endpoint in a coverage gap was checked once',
    [monitor('unknown')],
    true,
    { monitor: true, alert: true, look: true },
    null,
  ],
  ['whether there are alerts is not known', [monitor('up')], null, { monitor: true, alert: true, look: true }, null],
] as const)('%s', (_what, monitors, alertsOn, done, next) => {
  expect(firstSteps(monitors, alertsOn)).toEqual({ done, next });
});
