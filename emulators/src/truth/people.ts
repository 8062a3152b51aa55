import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from '../firestore/values.ts';
import { documentsOf } from './documents-of.ts';
import { ownerOf } from './owner-requests.ts';
import type { Fault, Scenario } from './scenario.ts';
import { localStart } from './scenarios/timing-plan.ts';
import type { Server } from './server.ts';
import type { Timeline } from './timeline.ts';

/** From `setMs` on, people expect an occurrence to end at `endMs`; epoch ms. */
type Ending = { setMs: number; endMs: number };
/** An occurrence of maintenance. */
export type TrueOccurrence = {
  owner: number;
  /** The monitor's index in the scenario; null for all of the owner's. */
  monitor: number | null;
  fromMs: number;
  endings: Ending[];
};

type Act = Extract<Fault, { which: number }>;
type Maintain = Extract<Fault, { do: 'maintain' }>;
type EndMaintenance = Extract<Fault, { do: 'end-maintenance' }>;
type TakeOver = Extract<Fault, { do: 'take-over' }>;
export type PeopleAction = Act | Maintain | EndMaintenance | TakeOver;

export type PeopleParts = { scenario: Scenario; timeline: Timeline; server: Server; monitorIds: readonly string[] };

/** The actions of owners by the API besides editing, and the maintenance that they have announced. */
export class People {
  readonly occurrences = new Map<string, TrueOccurrence>();
  rotationId: string | null = null;
  private readonly overrides: { uid: string; fromMs: number; toMs: number }[] = [];
  private readonly windowIds = new Map<string, string>();
  private readonly parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.parts = parts;
  }

  /** Performs an action, except while the server is down. */
  async do(action: PeopleAction): Promise<void> {
    if (this.parts.server.isDown) return;
    if (action.do === 'maintain') return this.maintain(action);
    if (action.do === 'end-maintenance') return this.endMaintenance(action);
    if (action.do === 'take-over') return this.takeOver(action);
    return this.act(action);
  }

  /** Adds the members of the first owner's account, and their rotation if the world has one. */
  async setUpRotation(): Promise<void> {
    const { rotation, owners } = this.parts.scenario;
    const owner = owners[0]?.uid ?? '';
    if (!rotation) return;
    const batch = this.parts.server.documents().batch();
    const { people, hours: every, timeZone, fromMs } = rotation;
    for (const uid of people.filter((each) => each !== owner)) {
      const named = { displayName: uid, email: `${uid}@farwatch.test`, accountName: owner };
      const member = { ownerId: owner, uid, role: 'viewer', ...named, createdAt: new Timestamp(0, 0) };
      batch.set(this.parts.server.documents().doc(`members/${owner}_${uid}`), member);
    }
    await batch.commit();
    const body = { name: 'Servers', people, every, unit: 'hours', start: localStart(timeZone, fromMs, 0), timeZone };
    const answer = await this.parts.server.request('createRotation', this.callerOf(0), { body });
    this.rotationId = (answer as { id: string }).id;
  }

  /** Who is on duty at a time; null without a rotation, and before its first shift. */
  onDutyAt(atMs: number): string | null {
    const { rotation } = this.parts.scenario;
    const override = this.overrides.findLast(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    if (!rotation || override) return override?.uid ?? null;
    const turn = Math.floor((atMs - rotation.fromMs) / (rotation.hours * HOUR_MS));
    return turn < 0 ? null : (rotation.people[turn % rotation.people.length] ?? null);
  }

  private async takeOver({ owner, uid, forMin }: TakeOver): Promise<void> {
    const { server, timeline } = this.parts;
    const fromMs = timeline.nowMs;
    const toMs = fromMs + forMin * MINUTE_MS;
    const body = { overrides: [{ uid, endsAt: new Date(toMs).toISOString() }] };
    await server.request('overrideRotation', this.callerOf(owner), { params: { id: this.rotationId }, body });
    this.overrides.push({ uid, fromMs, toMs });
  }

  private async act(action: Act): Promise<void> {
    const { server } = this.parts;
    const { uid } = this.callerOf(action.owner);
    const open = [...documentsOf(server.store, 'incidents')].filter(
      ([, { ownerId, status }]) => ownerId === uid && status === 'active',
    );
    const [id] = open[action.which % Math.max(1, open.length)] ?? [];
    if (id === undefined) return;
    const caller = this.callerOf(action.owner);
    switch (action.do) {
      case 'acknowledge':
        await server.request('acknowledgeIncidents', caller, { body: { ids: [id], note: 'I am on it' } });
        return;
      case 'unacknowledge':
        await server.request('unacknowledgeIncidents', caller, { body: { ids: [id] } });
        return;
      case 'snooze':
        await server.request('snoozeIncidents', caller, { body: { ids: [id], minutes: action.minutes } });
        return;
      case 'unsnooze':
        await server.request('snoozeIncidents', caller, { body: { ids: [id], minutes: null } });
    }
  }

  private async maintain({ owner, key, monitor, window }: Maintain): Promise<void> {
    const { server, timeline, monitorIds } = this.parts;
    const { fromMs, ...planned } = window;
    const monitors = monitor === null ? null : [monitorIds[monitor] ?? ''];
    const body = { ...planned, name: key, monitors };
    const answer = (await server.request('createWindow', this.callerOf(owner), { body })) as { id: string };
    this.windowIds.set(key, answer.id);
    const endMs = fromMs + window.durationMin * MINUTE_MS;
    this.occurrences.set(key, { owner, monitor, fromMs, endings: [{ setMs: timeline.nowMs, endMs }] });
  }

  private async endMaintenance({ owner, key, toMs }: EndMaintenance): Promise<void> {
    const { server, timeline } = this.parts;
    const occurrence = this.occurrences.get(key);
    const id = this.windowIds.get(key);
    if (!occurrence || id === undefined) return;
    const endMs = timeline.startMs + toMs;
    const body = { startsAt: new Date(occurrence.fromMs).toISOString(), endsAt: new Date(endMs).toISOString() };
    await server.request('endOccurrence', this.callerOf(owner), { params: { id }, body });
    occurrence.endings.push({ setMs: timeline.nowMs, endMs });
  }

  private callerOf(owner: number) {
    return ownerOf(this.parts.scenario.owners[owner]?.uid ?? '');
  }
}
