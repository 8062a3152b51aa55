import { describe, expect, it } from 'vitest';
import type { Heartbeat, PingKind } from '../../documents/heartbeat.ts';
import { endpointSample, NOW } from '../../testing/samples.ts';
import { HEARTBEAT } from '../../values/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { applyLateness, applyPing } from './apply-ping.ts';
import { dueTime } from './due-time.ts';
import { newHeartbeat } from './plan-heartbeat.ts';

/** Every ten minutes, with five minutes of grace. */
const endpoint = endpointSample({
  url: 'heartbeat://backup',
  check: { type: 'heartbeat', periodSec: 600, graceSec: 300 },
});
const NEW = newHeartbeat({ id: 'endpoint', endpoint, pingKey: 'key' }, NOW);

const at = (minute: number) => NOW + minute * MINUTE_MS;
const A = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const B = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';

type Step = [minute: number, kind: PingKind | 'sweep', rid?: string];

/** What happens to a new heartbeat: the state after each step, and the votes with their minute. */
function play(steps: readonly Step[], first: Partial<Heartbeat> = {}) {
  let heartbeat: Heartbeat = { ...NEW, ...first };
  const states: string[] = [];
  const votes: unknown[] = [];
  for (const [minute, kind, rid = null] of steps) {
    const ping = { exitStatus: null, rid, bytes: 0, body: '' };
    const change =
      kind === 'sweep'
        ? applyLateness(heartbeat, null, at(minute))
        : applyPing(heartbeat, { ...ping, kind }, at(minute));
    heartbeat = change?.heartbeat ?? heartbeat;
    states.push(heartbeat.state);
    if (change?.vote) votes.push([(change.vote.sinceMs - NOW) / MINUTE_MS, change.vote.error]);
    expect(heartbeat.dueAt).toBe(dueTime(heartbeat));
  }
  const { dueAt, lastStartAt, pings, voteSeq } = heartbeat;
  expect(voteSeq).toBe((first.voteSeq ?? 0) + votes.length);
  const due = dueAt === null ? null : (dueAt - NOW) / MINUTE_MS;
  return { states, votes, due, isRunning: lastStartAt !== null, times: pings.map(({ durationMs }) => durationMs) };
}

type Case = { rule: string; steps: Step[]; first?: Partial<Heartbeat>; after: object };

describe('a heartbeat', () => {
  it.each<Case>([
    { rule: 'is never late before its first ping', steps: [[10_000, 'sweep']], after: { states: ['new'], due: null } },
    { rule: 'is up with its first success', steps: [[0, 'success']], after: { votes: [[0, null]], due: 15 } },
    { rule: 'is down with a failure at once', steps: [[0, 'fail']], after: { votes: [[0, 'jobFailed']], due: null } },
    {
      rule: 'is not late within the grace time',
      steps: [
        [0, 'success'],
        [14.99, 'sweep'],
        [14.99, 'success'],
      ],
      after: { states: ['up', 'up', 'up'], votes: [[0, null]], due: 29.99 },
    },
    {
      rule: 'is late from the end of the grace time on, whenever that is noticed, and only once',
      steps: [
        [0, 'success'],
        [15.8, 'sweep'],
        [17, 'sweep'],
      ],
      after: {
        states: ['up', 'down', 'down'],
        votes: [
          [0, null],
          [15, 'missedPing'],
        ],
        due: null,
      },
    },
    {
      rule: 'is up again with the next success',
      steps: [
        [0, 'success'],
        [16, 'sweep'],
        [20, 'success'],
      ],
      after: {
        votes: [
          [0, null],
          [15, 'missedPing'],
          [20, null],
        ],
        due: 35,
      },
    },
    {
      rule: 'that pings late, before the sweep has noticed, stays up',
      steps: [
        [0, 'success'],
        [15.5, 'success'],
        [16, 'sweep'],
      ],
      after: { states: ['up', 'up', 'up'], due: 30.5 },
    },
    {
      rule: 'that pings early is expected earlier',
      steps: [
        [0, 'success'],
        [3, 'success'],
      ],
      after: { due: 18 },
    },
    {
      rule: 'that has started must end within the grace time, also before its first success',
      steps: [
        [0, 'start'],
        [4, 'sweep'],
        [5, 'sweep'],
      ],
      after: { states: ['new', 'new', 'down'], votes: [[5, 'jobOverrun']], isRunning: true },
    },
    {
      rule: 'has the run time between start and success',
      steps: [
        [0, 'start'],
        [2, 'success'],
      ],
      after: { times: [null, 2 * MINUTE_MS], isRunning: false, due: 17 },
    },
    {
      rule: 'has the time of each of its overlapping runs',
      steps: [
        [0, 'start', A],
        [1, 'start', B],
        [2, 'success', A],
        [4, 'success', B],
      ],
      after: { times: [null, null, 2 * MINUTE_MS, 3 * MINUTE_MS], isRunning: false },
    },
    {
      rule: 'has the time of a run also after another one has failed, but only once',
      steps: [
        [0, 'start', A],
        [1, 'fail', B],
        [2, 'success', A],
        [3, 'success', A],
      ],
      after: { times: [null, null, 2 * MINUTE_MS, null] },
    },
    {
      rule: 'whose other run succeeds is still running',
      steps: [
        [0, 'start', A],
        [1, 'success', B],
      ],
      after: { times: [null, null], isRunning: true, due: 5 },
    },
    {
      rule: 'whose run has overrun is late for it once, whatever other runs succeed',
      steps: [
        [0, 'start', A],
        [6, 'sweep'],
        [7, 'success', B],
        [8, 'sweep'],
        [12, 'success', B],
        [13, 'sweep'],
      ],
      after: {
        states: ['new', 'down', 'up', 'up', 'up', 'up'],
        votes: [
          [5, 'jobOverrun'],
          [7, null],
        ],
        isRunning: false,
        due: 27,
      },
    },
    {
      rule: 'whose run ends after it has overrun has its time',
      steps: [
        [0, 'start', A],
        [6, 'sweep'],
        [7, 'success', A],
      ],
      after: { states: ['new', 'down', 'up'], times: [null, 7 * MINUTE_MS], isRunning: false },
    },
    {
      rule: 'whose run fails or ends without an id is not running',
      steps: [
        [0, 'start', A],
        [1, 'success'],
        [2, 'start', A],
        [3, 'fail', B],
      ],
      after: { times: [null, null, null, null], isRunning: false },
    },
    {
      rule: 'that starts while down stays down and is not late',
      steps: [
        [0, 'fail'],
        [1, 'start'],
        [60, 'sweep'],
        [61, 'success'],
      ],
      after: { states: ['down', 'down', 'down', 'up'], times: [null, null, HOUR_MS] },
    },
    {
      rule: 'is not changed by what it logs',
      steps: [
        [0, 'success'],
        [9, 'log'],
      ],
      after: { states: ['up', 'up'], due: 15 },
    },
    {
      rule: 'that is paused only remembers pings',
      first: { paused: true },
      steps: [
        [0, 'start'],
        [1, 'fail'],
        [99, 'sweep'],
      ],
      after: { states: ['new', 'new', 'new'], votes: [], due: null, isRunning: false },
    },
    {
      rule: 'has no run time of more than three days',
      steps: [
        [0, 'start'],
        [73 * 60, 'success'],
      ],
      after: { times: [null, null] },
    },
    {
      rule: 'by cron is expected at its next time',
      first: { check: { type: 'heartbeat', cron: '30 2 * * *', timeZone: 'Asia/Taipei', graceSec: 600 } },
      steps: [[0, 'success']],
      after: { due: (Date.parse('2026-11-20T18:40Z') - NOW) / MINUTE_MS },
    },
  ])('$rule', ({ steps, first, after }) => {
    expect(play(steps, first)).toMatchObject(after);
  });

  it('keeps the last pings and bodies, and counts those of the day', () => {
    let heartbeat = NEW;
    for (let index = 0; index < HEARTBEAT.pings + 5; index += 1) {
      const ping = { kind: 'log', exitStatus: null, rid: null, bytes: 4, body: `no ${index}` } as const;
      ({ heartbeat } = applyPing(heartbeat, ping, NOW));
    }
    expect([heartbeat.pings.length, heartbeat.pings[0]?.number, heartbeat.pingCount]).toEqual([100, 6, 105]);
    expect([heartbeat.bodies.length, heartbeat.bodies.at(-1)]).toEqual([10, { number: 105, text: 'no 104' }]);
    expect(heartbeat.today.count).toBe(105);
    const { heartbeat: next } = applyPing(
      heartbeat,
      { kind: 'log', exitStatus: null, rid: null, bytes: 0, body: '' },
      NOW + 24 * HOUR_MS,
    );
    expect([next.today.count, next.bodies.length]).toEqual([1, 10]);
  });
});

describe('a heartbeat after an outage of the ping URL', () => {
  const up =
    applyPing(NEW, { kind: 'success', exitStatus: null, rid: null, bytes: 0, body: '' }, NOW)?.heartbeat ?? NEW;
  const during = (from: number, to: number) => ({ startedAt: at(from), endedAt: at(to) });
  const minutesOf = (ms: number | null | undefined) => (ms == null ? null : (ms - NOW) / MINUTE_MS);

  it.each([
    // It was due at 15, by a ping expected at 10: its job has until the next period and grace time after the end.
    ['in which its ping was expected', during(8, 12), 27],
    ['just before its ping was expected, since jobs are not punctual', during(1, 5), 20],
    ['in its grace time', during(14, 16), 31],
  ])('%s is late later', (_, outage, dueMinute) => {
    const put = applyLateness(up, outage, at(16));
    expect([put?.vote, put?.heartbeat.state, minutesOf(put?.heartbeat.dueAt)]).toEqual([null, 'up', dueMinute]);
    const waiting = put?.heartbeat ?? up;
    expect(applyLateness(waiting, outage, at(dueMinute) - 1)).toBeNull();
    const late = applyLateness(waiting, outage, at(dueMinute));
    expect(late).toMatchObject({ vote: { error: 'missedPing', sinceMs: at(dueMinute) }, heartbeat: { state: 'down' } });
  });

  it.each([
    ['that was over before its ping was expected', during(-2, 4)],
    ['that started when it was late already', during(15, 16)],
    ['of which there was none', null],
  ])('%s is late as ever', (_, outage) => {
    expect(applyLateness(up, outage, at(16))?.vote).toMatchObject({ sinceMs: at(15), error: 'missedPing' });
  });

  it('is up in time if its next ping comes', () => {
    const put = applyLateness(up, during(8, 12), at(16))?.heartbeat ?? up;
    const ping = { kind: 'success', exitStatus: null, rid: null, bytes: 0, body: '' } as const;
    expect(applyPing(put, ping, at(20))).toMatchObject({ vote: null, heartbeat: { state: 'up', dueAt: at(35) } });
  });

  it('is excused for a day at most, however rarely its job runs', () => {
    const endpointOfMonth = endpointSample({
      url: 'heartbeat://report',
      check: { type: 'heartbeat', cron: '0 12 1 * *', graceSec: 3600 },
    });
    const rare: Heartbeat = {
      ...newHeartbeat({ id: 'endpoint', endpoint: endpointOfMonth, pingKey: 'key' }, NOW),
      ...{ state: 'up', lastPingAt: NOW, dueAt: at(60) },
    };
    const put = applyLateness(rare, during(10, 20), at(61));
    expect(minutesOf(put?.heartbeat.dueAt)).toBe(20 + 24 * 60 + 60);
  });

  it('whose started run may have ended in it waits for the next ping too', () => {
    const running = applyPing(up, { kind: 'start', exitStatus: null, rid: A, bytes: 0, body: '' }, at(9)).heartbeat;
    expect(minutesOf(running.dueAt)).toBe(14);
    const put = applyLateness(running, during(10, 12), at(14))?.heartbeat;
    expect(minutesOf(put?.dueAt)).toBe(27);
  });
});
