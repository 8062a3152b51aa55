import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import type { Notice } from '../../documents/notice.ts';
import type { Announced } from '../../documents/outbox.ts';
import { IMMEDIATE, incident, minutes, NotifiedChannel, resolved, seconds } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { channelNotice, refusedNotice } from './notices.ts';
import { freshAtAfter, type Look, planLook } from './plan-look.ts';
import { type Policy, subjectKey } from './subject.ts';

/** What a look reads the next time. */

const DOWN = incident({ outages: [{ startedAt: NOW }] });
const DELAYED: Partial<Policy> = { delayMs: 15 * MINUTE_MS };
/** NOW is 12:30 UTC. */
const QUIET: Partial<Policy> = {
  quietHours: { from: '12:00', to: '13:30', days: [5], timeZone: 'UTC', passesCritical: false },
};

type Read = {
  announced?: Record<string, Announced>;
  policy?: Partial<Policy>;
  nowMs?: number;
  seenAt?: number;
  freshAt?: number | null;
  notices?: Notice[];
};

function lookAt(
  incidents: Incident[],
  { announced = {}, policy, nowMs = minutes(5), seenAt = NOW, freshAt = null, notices }: Read,
): Look {
  return planLook({
    announced,
    incidents: incidents.map((each, index) => ({ id: `i${index}`, incident: each, maintenance: [] })),
    notices: (notices ?? []).map((notice, index) => ({ id: `n${index}`, notice })),
    policy: { ...IMMEDIATE, ...policy },
    covers: () => true,
    gathered: new Set(),
    hosts: new Map(),
    seenAt,
    freshAt,
    nowMs,
  });
}

/** Incidents of one endpoint as a channel sees them, one look after the other. */
class Watched {
  announced: Record<string, Announced> = {};

  /** Returns the kinds of messages that are sent. */
  look(incidents: Incident[], nowMs: number): string[] {
    const sent: string[] = [];
    for (let due = true; due; ) {
      const look = lookAt(incidents, { announced: this.announced, nowMs });
      const [first] = look.due;
      this.announced = { ...look.announced, ...(first && { [first.key]: first.announced }) };
      due = first !== undefined;
      if (first) sent.push(first.content.kind);
    }
    return sent;
  }
}

describe('an endpoint that is no longer watched', () => {
  const first = resolved(incident({ outages: [{ startedAt: NOW }] }), seconds(60));
  const second = { ...incident({ outages: [{ startedAt: seconds(65) }] }), triggeredAt: seconds(65) };
  const unwatched = resolved(second, seconds(68), 'unmonitored');
  const paused: Incident = {
    ...unwatched,
    updates: unwatched.updates.map((each) => (each.event === 'unmonitored' ? { ...each, event: 'paused' } : each)),
  };

  /** Down, up, and down again within seconds, all of it announced. */
  function afterTwo(): Watched {
    const watched = new Watched();
    expect(watched.look([incident({ outages: [{ startedAt: NOW }] })], seconds(30))).toEqual(['outage']);
    expect(watched.look([first], seconds(60))).toEqual(['recovery']);
    expect(watched.look([first, second], seconds(66))).toEqual(['outage']);
    return watched;
  }

  it.each([
    ['paused', paused],
    ['edited', unwatched],
  ])('is %s: what was over before it is not announced again', (_, gone) => {
    const watched = afterTwo();
    expect(watched.look([first, gone], seconds(68))).toEqual([]);
    expect(watched.look([first, gone], seconds(69))).toEqual([]);
    expect(watched.look([first], seconds(70))).toEqual([]);
  });

  it('of which the next failure is announced as one, not as a short outage', () => {
    const watched = afterTwo();
    watched.look([first, unwatched], seconds(68));
    const third = { ...incident({ outages: [{ startedAt: seconds(69) }] }), triggeredAt: seconds(69) };
    const edited = { ...third, endpoint: { ...third.endpoint, url: 'https://new.farwatch.test/' } };
    expect(watched.look([first, unwatched, edited], seconds(70))).toEqual(['outage']);
    expect(watched.look([first, unwatched, resolved(edited, seconds(80))], seconds(81))).toEqual(['recovery']);
  });

  it('is forgotten in the end', () => {
    const watched = afterTwo();
    watched.look([first, paused], seconds(68));
    watched.look([], minutes(24 * 60));
    expect(watched.announced).toEqual({});
  });
});

describe('what waits', () => {
  it('for minutes and is open is read when its time comes, and by no look before', () => {
    const look = lookAt([DOWN], { policy: DELAYED });
    expect(look).toMatchObject({ due: [], freshAt: minutes(15), dueAt: minutes(15), seenAt: minutes(5) });
    expect(lookAt([], { policy: DELAYED, freshAt: minutes(15) })).toMatchObject({
      freshAt: minutes(15),
      dueAt: minutes(15),
    });
  });

  it('for minutes and is over is read by every look', () => {
    const over = resolved(DOWN, minutes(2));
    const look = lookAt([over], { policy: QUIET });
    expect(look).toMatchObject({ due: [], freshAt: null, dueAt: minutes(60), seenAt: minutes(2) });
  });

  it('is announced together afterwards, one incident after the other', () => {
    const night = [1, 11, 21].map((at) => {
      return resolved(incident({ outages: [{ startedAt: minutes(at), endedAt: minutes(at + 1) }] }), minutes(at + 1));
    });
    const incidents = night.map((each, index) => ({ ...each, triggeredAt: minutes(10 * index + 1) }));
    const look = lookAt(incidents, { policy: QUIET, nowMs: minutes(60) });
    expect(look.due.map(({ announced, content }) => [announced.incidentId, content.kind])).toEqual(
      ['i0', 'i1', 'i2'].map((id) => [id, 'short_outage']),
    );
  });

  it('is announced after all, although the incident is resolved and its first outage was only logged', () => {
    const first = { startedAt: NOW, endedAt: minutes(1) };
    const channel = new NotifiedChannel({ ...DELAYED, ...QUIET });
    channel.at(minutes(1), { ...incident({ down: ['th'], outages: [first] }), snoozedUntil: minutes(2) });
    const { announced: after } = channel;
    expect(after).toMatchObject({ state: 'over', outage: 1, isClosed: false });
    const both = incident({ outages: [first, { startedAt: minutes(20), endedAt: minutes(21) }] });
    const over = resolved(both, minutes(21));
    const announced = after ? { [subjectKey(over)]: { ...after, incidentId: 'i0' } } : {};
    const look = lookAt([over], { announced, policy: { ...DELAYED, ...QUIET }, nowMs: minutes(22) });
    expect(look).toMatchObject({ due: [], dueAt: minutes(60), announced });
  });

  it('for seconds is read by every look', () => {
    const partial = incident({ severity: 'minor', down: ['th'] });
    expect(lookAt([partial], { nowMs: NOW })).toMatchObject({ freshAt: null, dueAt: NOW + 8_000, seenAt: NOW });
  });

  it('and was found by a fresh look is found by the next, also after it was announced', () => {
    const old = { seenAt: minutes(3), nowMs: minutes(20) };
    expect(lookAt([DOWN], { ...old, policy: DELAYED })).toMatchObject({
      due: [{ content: { kind: 'outage' } }],
      freshAt: minutes(20),
      seenAt: minutes(20),
    });
  });
});

it('a notice waits for the end of quiet hours', () => {
  const notice = channelNotice('owner', 'Slack', { occurredAt: minutes(1), nowMs: minutes(1) });
  expect(lookAt([], { policy: QUIET, notices: [notice] })).toMatchObject({
    due: [],
    dueAt: minutes(60),
    seenAt: minutes(1),
  });
});

it('a notice is not for who was off duty when it was made, unless a channel fails', () => {
  const off = { offDuty: [{ startsAt: NOW, endsAt: minutes(60) }] };
  const failing = channelNotice('owner', 'Chat', { occurredAt: minutes(1), nowMs: minutes(1) });
  const refused = refusedNotice('owner', minutes(1));
  const look = lookAt([], { policy: off, notices: [failing, refused] });
  expect(look.due.map(({ content }) => content.kind)).toEqual(['channel_failing']);
  expect(lookAt([], { notices: [failing, refused] }).due).toHaveLength(2);
});

it('what ended within a delay is logged, not sent', () => {
  const look = lookAt([resolved(DOWN, minutes(2))], { policy: DELAYED });
  expect(look).toMatchObject({ due: [], skipped: [{ code: 'delay', announced: { state: 'over', isClosed: true } }] });
});

describe('an endpoint that is moved to another monitor', () => {
  const down = incident({ outages: [{ startedAt: NOW }] });
  const left = resolved(down, seconds(60), 'unmonitored');
  const moved = (changes: Partial<Incident> = {}): Incident => ({
    ...incident({ outages: [{ startedAt: seconds(70) }], ...changes }),
    monitorId: 'other',
    triggeredAt: seconds(70),
    ...changes,
  });

  /** The channel announced it as down, and has seen that it left its monitor. */
  function afterMove(): Watched {
    const watched = new Watched();
    expect(watched.look([down], seconds(30))).toEqual(['outage']);
    expect(watched.look([left], seconds(62))).toEqual([]);
    return watched;
  }

  it('while it is down is not announced again, but its recovery is', () => {
    const watched = afterMove();
    expect(watched.look([left, moved()], seconds(80))).toEqual([]);
    expect(watched.look([left, moved()], minutes(30))).toEqual([]);
    const up = resolved(moved(), minutes(40));
    expect(watched.look([left, up], minutes(41))).toEqual(['recovery']);
    expect(watched.look([left, up], minutes(42))).toEqual([]);
  });

  it('and then fails from some locations only is announced once it works', () => {
    const watched = afterMove();
    const partial = { ...moved({ severity: 'minor' }), outage: null };
    expect(watched.look([left, partial], minutes(5))).toEqual([]);
    expect(watched.look([left, resolved(partial, minutes(6))], minutes(7))).toEqual(['partial_over']);
  });

  it('and gets another URL, or stays in its monitor, is announced again', () => {
    const elsewhere = moved({ endpoint: { name: 'a', url: 'https://elsewhere.farwatch.test/' } });
    expect(afterMove().look([left, elsewhere], minutes(5))).toEqual(['outage']);
    const same = { ...moved(), monitorId: down.monitorId };
    expect(afterMove().look([left, same], minutes(5))).toEqual(['outage']);
  });

  it('after its recovery was announced is announced again', () => {
    const watched = new Watched();
    watched.look([down], seconds(30));
    const over = resolved(down, seconds(50));
    watched.look([over], seconds(51));
    expect(watched.look([over, moved()], seconds(90))).toEqual(['outage']);
  });
});

describe('what has recovered may be what others depend on', () => {
  const over = (endedMin: number) => ({ incident: resolved(DOWN, minutes(endedMin)) });
  const [at, later] = [minutes(10), minutes(14)];

  it.each([
    ['nothing waits', null, [over(10)], null],
    ['nothing has recovered', later, [{ incident: DOWN }], later],
    ['one has: held failures are read once its effect is over', later, [over(10)], minutes(11.25)],
    ['several have', later, [over(9.5), over(10), over(9)], minutes(10.25)],
    ['they are read before that anyway', minutes(10.5), [over(10)], minutes(10.5)],
    [
      'one still fails from some locations',
      later,
      [
        {
          incident: incident({ severity: 'minor', down: ['tw'], outages: [{ startedAt: NOW, endedAt: at }] }),
        },
      ],
      minutes(11.25),
    ],
    ['one has long ago, and waits itself', later, [over(2)], later],
  ])('%s', (_what, freshAt, changed, expected) => {
    expect(freshAtAfter(freshAt, changed, at)).toBe(expected);
  });
});
