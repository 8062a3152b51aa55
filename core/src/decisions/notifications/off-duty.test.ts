import { describe, expect, test } from 'vitest';
import type { Rotation } from '../../documents/rotation.ts';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { type Duty, dutyScope, offDutyAround, offDutyPeriods, rotationOf, workingChannels } from './off-duty.ts';

/** NOW is 12:30 UTC; Ann is on duty until 13:00, then Bob. */
const ROTATION: Rotation = {
  ownerId: 'owner',
  name: 'Servers',
  people: ['ann', 'bob'],
  every: 1,
  unit: 'days',
  start: '2026-11-19T13:00',
  timeZone: 'UTC',
  overrides: [],
  handOverMail: false,
  handOvers: null,
  handOverDueAt: null,
  createdAt: 0,
  updatedAt: 1,
};
const ANN = { personId: 'ann', onDutyIn: 'servers', events: null };
const BOB = { personId: 'bob', onDutyIn: 'servers', events: null };
const BOTH = [ANN, BOB];
const TIME = { fromMs: NOW, untilMs: NOW + DAY_MS };
const HANDOVER = minutes(30);

const duty = (rotation: Partial<Rotation> = {}, people = ['ann', 'bob', 'owner']): Duty => ({
  rotations: { servers: { ...ROTATION, ...rotation } },
  people: new Set(people),
});

describe('a channel of a person in a rotation', () => {
  test('is off duty while another person who can be notified is on duty', () => {
    expect(offDutyPeriods(ANN, BOTH, duty(), TIME)).toEqual([{ startsAt: HANDOVER, endsAt: NOW + DAY_MS }]);
    expect(offDutyPeriods(BOB, BOTH, duty(), TIME)).toEqual([{ startsAt: NOW, endsAt: HANDOVER }]);
    const around = offDutyAround(BOB, BOTH, duty(), NOW);
    expect(around.some(({ startsAt, endsAt }) => startsAt <= NOW && endsAt === HANDOVER)).toBe(true);
  });

  test.each<[string, Parameters<typeof offDutyPeriods>[0], Parameters<typeof offDutyPeriods>[1], Duty | null]>([
    ['without a rotation', { ...ANN, onDutyIn: undefined }, BOTH, duty()],
    ['without a person', { ...ANN, personId: undefined }, BOTH, duty()],
    ['without rotations that were read', ANN, BOTH, null],
    ['in a deleted rotation', { ...ANN, onDutyIn: 'gone' }, BOTH, duty()],
    ['in a rotation with the name of a property of every object', { ...ANN, onDutyIn: 'constructor' }, BOTH, duty()],
    ['of a person who has left the account', ANN, BOTH, duty({}, ['bob', 'owner'])],
    ['while nobody of the rotation is in the account', ANN, BOTH, duty({ people: ['cy'] })],
    ['before the first shift', ANN, BOTH, duty({ start: '2026-12-19T13:00' })],
    ['while who is on duty has no channel', ANN, [ANN], duty()],
    ['while who is on duty has a channel for another rotation only', ANN, [ANN, { ...BOB, onDutyIn: 'other' }], duty()],
    ['while who is on duty gets recoveries only', ANN, [ANN, { ...BOB, events: ['recovery'] }], duty()],
  ])('is never off duty %s', (_, channel, ready, given) => {
    expect(offDutyPeriods(channel, ready, given, TIME)).toEqual([]);
  });

  test('is off duty while another is who always gets failures', () => {
    expect(offDutyPeriods(ANN, [ANN, { ...BOB, onDutyIn: undefined }], duty(), TIME)).toHaveLength(1);
  });

  test('is on duty, with another scope, while the channel of who is on duty is reported as failing', () => {
    const ready = { a: ANN, constructor: BOB };
    const working = workingChannels(ready, { failingChannels: { a: 'Ann' } });
    expect([working, workingChannels(ready, null), workingChannels(ready, { failingChannels: {} })]).toEqual([
      [BOB],
      BOTH,
      BOTH,
    ]);
    expect(offDutyPeriods(BOB, working, duty(), TIME)).toEqual([]);
    expect(dutyScope(BOB, working, duty())).not.toEqual(dutyScope(BOB, BOTH, duty()));
  });

  test('has another scope after each change that can end what holds it', () => {
    const scopes = [
      dutyScope(ANN, BOTH, duty()),
      dutyScope(ANN, [ANN], duty()),
      dutyScope(ANN, BOTH, duty({ updatedAt: 2 })),
      dutyScope(ANN, BOTH, duty({}, ['ann', 'owner'])),
      dutyScope(ANN, BOTH, duty({}, ['bob', 'owner'])),
      dutyScope(BOB, BOTH, duty()),
    ].map((scope) => JSON.stringify(scope));
    expect(new Set(scopes).size).toBe(scopes.length);
    expect(dutyScope({ ...ANN, onDutyIn: undefined }, BOTH, duty())).toEqual([]);
    expect(rotationOf({ ...ANN, personId: undefined }, duty())).toBeNull();
  });
});

describe('what people are notified around a hand-over', () => {
  const ofAnn = () => new NotifiedChannel({ offDuty: [{ startsAt: HANDOVER, endsAt: HANDOVER + DAY_MS }] });
  const ofBob = () => new NotifiedChannel({ offDuty: [{ startsAt: NOW - DAY_MS, endsAt: HANDOVER }] });
  const down = incident({ outages: [{ startedAt: NOW }] });
  const over = (at: number) => resolved(down, at);

  test('a failure goes to who is on duty, at the hand-over to the next, and its end to both', () => {
    const [ann, bob] = [ofAnn(), ofBob()];
    expect([ann.at(minutes(1), down), bob.at(minutes(1), down)]).toEqual(['outage critical 1 []', 'wait 29 min']);
    expect(bob.at(HANDOVER - 1, down)).toContain('wait');
    expect([ann.at(HANDOVER, down), bob.at(HANDOVER, down)]).toEqual(['nothing', 'outage critical 1 []']);
    const ended = over(minutes(40));
    expect([ann.at(minutes(41), ended), bob.at(minutes(41), ended)]).toEqual([
      'recovery critical 1 [1]',
      'recovery critical 1 [1]',
    ]);
  });

  test('what ends before the hand-over is notified to the first and only logged for the next', () => {
    const [ann, bob] = [ofAnn(), ofBob()];
    ann.at(minutes(1), down);
    const ended = over(minutes(20));
    expect(ann.at(minutes(21), ended)).toBe('recovery critical 1 [1]');
    expect(bob.at(minutes(21), ended)).toBe('offDuty: short_outage critical 1 [1]');
    expect(ofBob().at(minutes(45), ended)).toBe('offDuty: short_outage critical 1 [1]');
  });

  test('who is off duty gets no reminder, and nothing worse, but the end', () => {
    const ann = ofAnn();
    ann.policy = { ...ann.policy, reminderMs: 10 * MINUTE_MS };
    const minor = incident({ severity: 'minor', outages: [{ startedAt: NOW, severity: 'minor' }] });
    expect(ann.at(minutes(1), minor)).toBe('outage minor 1 []');
    expect(ann.at(minutes(11), minor)).toContain('reminder');
    expect(ann.at(minutes(31), minor)).toContain('wait');
    expect(ann.at(minutes(31), down)).toContain('wait');
    expect(ann.at(minutes(41), over(minutes(40)))).toContain('recovery');
  });
});
