import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incidentSample, NOW } from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { type Actionable, type ActionRequest, actOnIncident, assignIncident } from './act-on-incident.ts';

const ANN = { name: 'Ann', channelName: null };
const BOB = { name: 'Bob', channelName: 'On call' };
const ACKNOWLEDGED = { at: NOW - 1, by: BOB, severity: 'major' } as const;
const AGAIN = { at: NOW, by: ANN, severity: 'critical' } as const;
const done = (event: Incident['actions'][number]['event'], note = '', until: number | null = null) => ({
  event,
  by: ANN,
  note,
  until,
  createdAt: NOW,
});

describe('actOnIncident', () => {
  it.each<[string, Partial<Incident>, ActionRequest, Partial<Incident>]>([
    [
      'acknowledges',
      {},
      { do: 'acknowledge', note: 'On it' },
      { acknowledgement: AGAIN, actions: [done('acknowledged', 'On it')] },
    ],
    [
      'acknowledges again once it is more severe',
      { acknowledgement: ACKNOWLEDGED },
      { do: 'acknowledge', note: '' },
      { acknowledgement: AGAIN, actions: [done('acknowledged')] },
    ],
    [
      'keeps who acknowledged first, and the note of the second',
      { severity: 'major', acknowledgement: ACKNOWLEDGED },
      { do: 'acknowledge', note: 'Me too' },
      { acknowledgement: ACKNOWLEDGED, actions: [done('noted', 'Me too')] },
    ],
    [
      'withdraws an acknowledgement',
      { acknowledgement: ACKNOWLEDGED },
      { do: 'unacknowledge' },
      { acknowledgement: null, actions: [done('unacknowledged')] },
    ],
    [
      'snoozes for longer',
      { snoozedUntil: NOW + MINUTE_MS },
      { do: 'snooze', minutes: 30 },
      { snoozedUntil: NOW + 30 * MINUTE_MS, actions: [done('snoozed', '', NOW + 30 * MINUTE_MS)] },
    ],
    [
      'ends a snooze',
      { snoozedUntil: NOW + 1 },
      { do: 'snooze', minutes: null },
      { snoozedUntil: null, actions: [done('unsnoozed')] },
    ],
    [
      'adds a note after the end',
      { status: 'resolved', resolvedAt: NOW },
      { do: 'note', note: 'Disk full' },
      { actions: [done('noted', 'Disk full')] },
    ],
  ])('%s', (_, before, request, after) => {
    const incident = incidentSample(before);
    expect(actOnIncident(incident, request, ANN, NOW)).toEqual({ ...incident, ...after });
  });

  it.each<[string, Partial<Incident>, ActionRequest]>([
    ['acknowledged', { severity: 'major', acknowledgement: ACKNOWLEDGED }, { do: 'acknowledge', note: '' }],
    ['not acknowledged', {}, { do: 'unacknowledge' }],
    ['snoozed just now', { snoozedUntil: NOW + 30 * MINUTE_MS - 2000 }, { do: 'snooze', minutes: 30 }],
    ['no longer snoozed', { snoozedUntil: NOW }, { do: 'snooze', minutes: null }],
    ['noted', { actions: [done('noted', 'Disk full')] }, { do: 'note', note: 'Disk full' }],
  ])('changes nothing if it is %s already', (_, before, request) => {
    const incident = incidentSample(before);
    expect(actOnIncident(incident, request, ANN, NOW)).toBe(incident);
  });

  it.each<ActionRequest>([{ do: 'acknowledge', note: '' }, { do: 'unacknowledge' }, { do: 'snooze', minutes: 5 }])(
    'refuses to $do what is resolved',
    (request) => {
      const acknowledgement = request.do === 'unacknowledge' ? ACKNOWLEDGED : null;
      const incident = incidentSample({ status: 'resolved', resolvedAt: NOW, acknowledgement });
      expect(actOnIncident(incident, request, ANN, NOW)).toBeNull();
    },
  );

  it('keeps the account’s actions, however many come through a link', () => {
    const visitor = { name: 'Eve', channelName: 'Chat' };
    const own = Array.from({ length: 40 }, (_, index) => done('noted', `own ${index}`));
    let incident: Actionable = incidentSample({ actions: own.map((each) => ({ ...each, by: ANN })) });
    for (let index = 0; index < 60; index += 1) {
      incident = actOnIncident(incident, { do: 'note', note: `flood ${index}` }, visitor, NOW) ?? incident;
    }
    const notes = incident.actions.map(({ note }) => note);
    expect(notes.filter((note) => note.startsWith('own'))).toHaveLength(40);
    expect(notes.slice(40)).toEqual(Array.from({ length: 10 }, (_, index) => `flood ${50 + index}`));
    expect(actOnIncident(incident, { do: 'note', note: 'mine' }, ANN, NOW)?.actions).toHaveLength(50);
  });

  it('keeps the last actions', () => {
    const actions = Array.from({ length: LIMITS.actionsPerIncident }, (_, index) => done('noted', String(index)));
    const after = actOnIncident(incidentSample({ actions }), { do: 'note', note: 'last' }, ANN, NOW);
    expect(after?.actions.map(({ note }) => note)).toEqual([...actions.slice(1).map(({ note }) => note), 'last']);
  });
});

describe('assignIncident', () => {
  const to = (uid: string, name: string) => ({ uid, name, by: ANN, createdAt: NOW });
  const before = { assignees: [to('bob', 'Bob')] };

  it.each([
    ['to a first person', {}, { uid: 'bob', name: 'Bob' }, [to('bob', 'Bob')]],
    ['to another person', before, { uid: 'eve', name: 'Eve' }, [to('bob', 'Bob'), to('eve', 'Eve')]],
    ['to nobody', before, null, [to('bob', 'Bob'), to('', '')]],
  ])('assigns %s', (_, incident, person, assignees) => {
    expect(assignIncident(incident, person, ANN, NOW)).toEqual({ assignees });
  });

  it.each([
    ['the same person, also under another name', before, { uid: 'bob', name: 'Robert' }],
    ['nobody again', { assignees: [to('bob', 'Bob'), to('', '')] }, null],
    ['nobody for the first time', {}, null],
  ])('changes nothing for %s', (_, incident, person) => {
    expect(assignIncident(incident, person, ANN, NOW + 1)).toBe(incident);
  });

  it('keeps the newest twenty', () => {
    let incident: Pick<Incident, 'assignees'> = {};
    for (let number = 1; number <= 25; number += 1) {
      incident = assignIncident(incident, { uid: `u${number}`, name: '' }, ANN, NOW);
    }
    expect(incident.assignees?.map(({ uid }) => uid)).toEqual(
      Array.from({ length: 20 }, (_, index) => `u${index + 6}`),
    );
  });
});
