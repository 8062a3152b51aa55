import { expect, it } from 'vitest';
import type { Incident, Outage } from '../../documents/incident.ts';
import type { Announced } from '../../documents/outbox.ts';
import { IMMEDIATE, minutes, resolved } from '../../testing/notified-channel.ts';
import { incidentSample, NOW, outageSample } from '../../testing/samples.ts';
import { type Random, seeded } from '../../testing/seeded.ts';
import { ALERT } from '../../values/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { type Look, planLook } from './plan-look.ts';
import type { MaintenancePeriod, Policy } from './subject.ts';

/** Looks that read only what changed, and open incidents when their time comes, send what looks at everything would send. */

type Change = { atMs: number; id: string; incident: Incident };

const WORLDS = 10;
const CHANGES = 50;

/** What happens to the incidents of two endpoints, in order. */
function changesOf(random: Random): Change[] {
  const open = new Map<string, Change>();
  let atMs = NOW;
  return Array.from({ length: CHANGES }, (_, index) => {
    atMs += random.spread(5 * SECOND_MS, 2 * HOUR_MS);
    const endpointId = random.one(['shop', 'docs']);
    const before = open.get(endpointId);
    const incident = before ? changed(before.incident, random, atMs) : opened(endpointId, random, atMs);
    const change = { atMs, id: before?.id ?? `i${index}`, incident: { ...incident, changedAt: atMs } };
    if (incident.status === 'resolved') open.delete(endpointId);
    else open.set(endpointId, change);
    return change;
  });
}

function opened(endpointId: string, random: Random, atMs: number): Incident {
  const opening = incidentSample({ endpointId, triggeredAt: atMs, severity: random.one(['minor', 'critical']) });
  return random.share() < 0.5 ? opening : { ...opening, outage: outageOf(opening, 1, atMs) };
}

function outageOf({ severity }: Incident, number: number, startedAt: number): Outage {
  return outageSample({ number, startedAt, severity });
}

function changed(before: Incident, random: Random, atMs: number): Incident {
  const { outage, earlierOutages, severity } = before;
  const by = { name: 'Ann', channelName: null };
  const isDown = outage !== null && outage.endedAt === null;
  const earlier = outage ? [...earlierOutages, outage] : earlierOutages;
  const turned: Incident = isDown
    ? { ...before, severity: 'minor', outage: { ...outage, endedAt: atMs } }
    : { ...before, outage: outageOf(before, (outage?.number ?? 0) + 1, atMs), earlierOutages: earlier };
  return random.one([
    resolved(before, atMs),
    resolved(before, atMs),
    turned,
    turned,
    { ...before, severity: severity === 'critical' ? 'major' : 'critical' },
    { ...before, acknowledgement: before.acknowledgement ? null : { at: atMs, by, severity } },
    { ...before, snoozedUntil: atMs + random.spread(MINUTE_MS, 8 * HOUR_MS) },
  ]);
}

function policyOf(random: Random): Policy {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const night = { from: '18:00', to: '04:00', days, timeZone: 'Asia/Dhaka', passesCritical: random.share() < 0.5 };
  return {
    ...IMMEDIATE,
    filter: random.one(['all', 'high']),
    silenceMs: random.one([0, 15, 60]) * MINUTE_MS,
    delayMs: random.one([0, 0, 15, 240]) * MINUTE_MS,
    quietHours: random.one([null, night]),
    reminderMs: random.one([null, 30 * MINUTE_MS]),
  };
}

type World = { changes: Change[]; policy: Policy; maintenance: MaintenancePeriod[] };
type State = Pick<Look, 'seenAt' | 'freshAt' | 'dueAt'> & { announced: Record<string, Announced>; sent: string[] };

/** All that the channel sends and logs, with its time. `readsAll`: whether each look reads every incident. */
function messagesIn({ changes, policy, maintenance }: World, readsAll: boolean): { sent: string[]; reads: number } {
  const stored = new Map<string, Incident>();
  const state: State = { announced: {}, seenAt: NOW, freshAt: null, dueAt: null, sent: [] };
  let reads = 0;
  const look = (nowMs: number): Look => {
    const since = readsAll ? 0 : state.seenAt - ALERT.seenAgainMs;
    const isFresh = !readsAll && state.freshAt !== null && state.freshAt <= nowMs;
    const all = [...stored].map(([id, incident]) => ({ id, incident, maintenance }));
    const incidents = all.filter(
      ({ incident: { changedAt, status } }) => changedAt >= since || (isFresh && status === 'active'),
    );
    reads += incidents.length;
    const freshAt = readsAll || isFresh ? null : state.freshAt;
    const { announced } = state;
    const read = { announced, incidents, notices: [], gathered: new Set<string>(), seenAt: since, freshAt, nowMs };
    return planLook({ ...read, policy, covers: () => true, hosts: new Map() });
  };
  const serve = (nowMs: number): void => {
    for (;;) {
      const found = look(nowMs);
      const [next] = [...found.skipped, ...found.due];
      Object.assign(state, {
        ...found,
        announced: { ...found.announced, ...(next && { [next.key]: next.announced }) },
      });
      if (!next) return;
      const { kind, incidentId, outage, ended } = next.content;
      state.sent.push(
        `${(nowMs - NOW) / SECOND_MS} ${found.skipped.length > 0} ${kind} ${incidentId} ${outage} ${ended}`,
      );
    }
  };
  const serveUntil = (untilMs: number): void => {
    while (state.dueAt !== null && state.dueAt < untilMs) serve(state.dueAt);
  };
  for (const { atMs, id, incident } of changes) {
    serveUntil(atMs);
    stored.set(id, incident);
    serve(atMs);
  }
  serveUntil((changes.at(-1)?.atMs ?? NOW) + DAY_MS);
  return { sent: state.sent, reads };
}

it(`in ${WORLDS} worlds`, () => {
  const sum = { reads: 0, allReads: 0, sent: 0 };
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = seeded(seed);
    const world: World = {
      changes: changesOf(random),
      policy: policyOf(random),
      maintenance: random.one([[], [{ startsAt: minutes(60), endsAt: minutes(300) }]]),
    };
    const [selective, all] = [messagesIn(world, false), messagesIn(world, true)];
    expect(selective.sent, `seed ${seed}`).toEqual(all.sent);
    sum.reads += selective.reads;
    sum.allReads += all.reads;
    sum.sent += all.sent.length;
  }
  expect(sum.sent).toBeGreaterThan(WORLDS * 10);
  expect(sum.reads).toBeLessThan(sum.allReads / 3);
});
