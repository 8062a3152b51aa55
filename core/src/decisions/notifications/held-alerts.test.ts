import { expect, test } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import type { Announced } from '../../documents/outbox.ts';
import { IMMEDIATE, incident, minutes, resolved } from '../../testing/notified-channel.ts';
import { certificateSample, NOW } from '../../testing/samples.ts';
import { DAY_MS } from '../../values/time.ts';
import { planLook } from './plan-look.ts';

/** What closes an alert at a service that holds it open, as PagerDuty does. */

const DOWN = incident({ outages: [{ startedAt: NOW }] });
const CERTIFICATE: Incident = {
  ...incident({ severity: 'informational' }),
  type: 'certificate',
  certificate: certificateSample(),
  details: { ...DOWN.details, certificateEndsAt: NOW + 2 * DAY_MS },
};
const DOMAIN: Incident = { ...CERTIFICATE, type: 'domain', certificate: null };

type World = { holdsAlerts: boolean; covers?: boolean };

function look(announced: Record<string, Announced>, incidents: Incident[], { holdsAlerts, covers = true }: World) {
  return planLook({
    announced,
    incidents: incidents.map((each) => ({ id: 'i', incident: each, maintenance: [] })),
    notices: [],
    policy: { ...IMMEDIATE, holdsAlerts },
    covers: () => covers,
    gathered: new Set(),
    hosts: new Map(),
    seenAt: NOW,
    freshAt: null,
    nowMs: minutes(5),
  });
}

function announce(given: Incident): Record<string, Announced> {
  const { due } = look({}, [given], { holdsAlerts: true });
  return Object.fromEntries(due.map(({ key, announced }) => [key, announced]));
}

const paused = (from: Incident): Incident => {
  const end = resolved(from, minutes(3), 'unmonitored');
  const updates = end.updates.map((each, index) =>
    index < end.updates.length - 1 ? each : { ...each, event: 'paused' as const },
  );
  return { ...end, updates };
};

test.each<[string, Incident, Incident | null, boolean]>([
  ['a renewed certificate', CERTIFICATE, resolved(CERTIFICATE, minutes(3)), true],
  ['a renewed domain', DOMAIN, resolved(DOMAIN, minutes(3)), true],
  ['a paused endpoint', DOWN, paused(DOWN), true],
  ['a paused endpoint with a certificate', CERTIFICATE, paused(CERTIFICATE), true],
  ['a deleted endpoint', DOWN, resolved(DOWN, minutes(3), 'unmonitored'), true],
  ['a monitor that the channel no longer covers', DOWN, null, false],
  ['a certificate of one', CERTIFICATE, null, false],
])('%s closes the alert once, and sends no message', (_what, opened, after, covers) => {
  const announced = announce(opened);
  expect(Object.keys(announced)).toHaveLength(1);
  const incidents = after ? [after] : [];
  const closing = look(announced, incidents, { holdsAlerts: true, covers });
  expect(closing.due.map(({ content }) => [content.kind, content.incidentId])).toEqual([['closed', 'i']]);
  const sent = Object.fromEntries(closing.due.map((each) => [each.key, each.announced]));
  expect(look(sent, incidents, { holdsAlerts: true, covers }).due).toEqual([]);
  expect(look(announced, incidents, { holdsAlerts: false, covers }).due).toEqual([]);
});

test('nothing is closed that was not opened, or is over', () => {
  expect(look({}, [resolved(CERTIFICATE, minutes(3))], { holdsAlerts: true }).due).toEqual([]);
  const over = Object.fromEntries(
    Object.entries(announce(DOWN)).map(([key, each]) => [key, { ...each, state: 'over' as const, isClosed: true }]),
  );
  expect(look(over, [], { holdsAlerts: true, covers: false }).due).toEqual([]);
});

test('an outage that becomes partial closes nothing', () => {
  const { due } = look(announce(DOWN), [DOWN], { holdsAlerts: true });
  expect(due).toEqual([]);
});
