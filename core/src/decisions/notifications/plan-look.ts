import type { Incident } from '../../documents/incident.ts';
import type { MessageContent, SkipCode } from '../../documents/message.ts';
import type { Notice } from '../../documents/notice.ts';
import type { Announced } from '../../documents/outbox.ts';
import { hostOf } from '../../values/host-of.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { admits } from '../../values/severity-filter.ts';
import type { Summary } from '../../values/summary/summary.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { closedContent } from './contents.ts';
import {
  delayEnd,
  gatheredBy,
  gatheringKey,
  holdForSiblings,
  type ReadySubject,
  type WaitingSubject,
} from './delays.ts';
import { type Gathering, isDone, type NextMessage, nextMessage } from './next-message.ts';
import { noticeContent } from './notices.ts';
import { quietHoursEnd } from './quiet-hours.ts';
import { isFailures, maintenanceEnd, type Policy, type SubjectIncident, subjectKey } from './subject.ts';

/** What a look at a channel reads. `covers`: whether the channel covers a monitor now. `notices`: those for this channel. */
type LookInput = {
  announced: Readonly<Record<string, Announced>>;
  incidents: readonly SubjectIncident[];
  notices: readonly { id: string; notice: Notice }[];
  policy: Policy;
  covers: (monitorId: string) => boolean;
  /** Keys of subjects whose gathering is complete. */
  gathered: ReadonlySet<string>;
  /** How many endpoints of the owner are checked at each host; null if that was not read. */
  hosts: ReadonlyMap<string, number> | null;
  /** Up to when changes were seen before, epoch ms; older incidents are open ones that a fresh look reads. */
  seenAt: number;
  /** When a fresh look is due, epoch ms; null for none, or if this one is fresh. */
  freshAt: number | null;
  nowMs: number;
};

/**
 * A message that is due, and what is announced once it is sent. `changedAt` is when its subject last changed. `summary`
 * is the content of a weekly or monthly summary; other messages have none.
 */
export type DueMessage = {
  key: string;
  content: MessageContent;
  announced: Announced;
  changedAt: number;
  /** What is due with the same text here is one message with it; null if it is sent alone. */
  gathering: string | null;
  summary?: Summary;
};

/**
 * The result of a look. `due`: in the order of what they report. `skipped`: what is only logged. `pending`: keys of
 * incidents' subjects of which something is due, skipped or waits. `dueAt`: when to look
 * again, null for never. `seenAt`: everything that changed before is announced, but open incidents that wait, and are
 * looked at from `freshAt`. `unreadAt`: locations at which the owner's endpoints are to be read, and then to be looked at
 * again. `announced`: without what nothing can follow; `isForgotten`: some of it was no longer covered or watched.
 */
export type Look = {
  due: DueMessage[];
  skipped: (DueMessage & { code: SkipCode })[];
  pending: Set<string>;
  dueAt: number | null;
  seenAt: number;
  freshAt: number | null;
  gatherings: { key: string; gathering: Gathering }[];
  unreadAt: ReadonlySet<LocationCode>;
  announced: Record<string, Announced>;
  isForgotten: boolean;
};

/** What waits for longer is not read again by each look until then. */
const SOON_MS = MINUTE_MS;

/** Compares all that a channel has announced with what is true. */
export function planLook(input: LookInput): Look {
  const { announced, incidents, notices, covers, nowMs } = input;
  const subjects = Map.groupBy(
    incidents.filter(({ incident }) => covers(incident.monitorId)),
    ({ incident }) => subjectKey(incident),
  );
  const look: Look = {
    due: [],
    skipped: [],
    pending: new Set(),
    dueAt: input.freshAt,
    seenAt: nowMs,
    freshAt: input.freshAt,
    gatherings: [],
    unreadAt: new Set(),
    announced: { ...announced },
    isForgotten: false,
  };
  for (const [key, { monitorId }] of Object.entries(announced)) {
    if (monitorId !== null && !covers(monitorId)) endWithoutMessage(input, look, key, null);
  }
  const siblings: Siblings = { ready: [], waiting: [] };
  for (const [key, found] of subjects) planSubject(input, look, siblings, key, inOrder(found));
  holdDue(input, look, siblings);
  const newNotices = notices.filter(({ id }) => !announced[noticeKey(id)]);
  for (const { id, notice } of newNotices) planNotice(input, look, id, notice);
  look.due.sort((a, b) => a.content.values.occurredAt - b.content.values.occurredAt || (a.key < b.key ? -1 : 1));
  const read = new Set([...subjects.keys(), ...notices.map(({ id }) => noticeKey(id))]);
  return { ...look, announced: withoutExpired(look.announced, read, nowMs) };
}

function noticeKey(id: string): string {
  return `n_${id}`;
}

function inOrder(incidents: readonly SubjectIncident[]): SubjectIncident[] {
  return [...incidents].sort((a, b) => a.incident.triggeredAt - b.incident.triggeredAt);
}

type Siblings = { ready: ReadySubject[]; waiting: WaitingSubject[] };

function planSubject(
  input: LookInput,
  look: Look,
  siblings: Siblings,
  key: string,
  incidents: SubjectIncident[],
): void {
  const { announced, policy, gathered, nowMs } = input;
  const next = nextMessage(incidents, announced[key] ?? null, policy, nowMs, gathered.has(key));
  if (next?.do === 'forget' || next?.do === 'close') {
    endWithoutMessage(
      input,
      look,
      key,
      incidents.find(({ id }) => id === announced[key]?.incidentId)?.incident ?? null,
    );
    return;
  }
  if (next === null) {
    closeIfOver(look, key, incidents);
    return;
  }
  look.pending.add(key);
  keepSeen(
    input,
    look,
    incidents.filter((each) => !isDone(each, announced[key] ?? null)),
    next.do === 'wait' ? next.untilMs : nowMs,
  );
  if (next.do === 'wait') {
    look.dueAt = earlier(look.dueAt, next.untilMs);
    if (next.gathering) look.gatherings.push({ key, gathering: next.gathering });
    siblings.waiting.push(...waitingSubjects(key, incidents, next));
    return;
  }
  const changedAt = Math.max(...incidents.map(({ incident }) => incident.changedAt));
  const message = { key, content: next.content, announced: next.announced, changedAt };
  if (next.do === 'skip') {
    look.skipped.push({ ...message, gathering: null, code: next.code });
    return;
  }
  const due = dueMessage(input, message);
  look.due.push(due, ...overAfter(input, incidents, due));
  siblings.ready.push(...readySubjects(input, incidents, due));
}

/** A service that holds alerts open has one for each incident, so nothing is gathered there. */
function dueMessage({ policy }: LookInput, message: Omit<DueMessage, 'gathering'>): DueMessage {
  const gathered = policy.holdsAlerts ? null : gatheredBy(message.content.kind, message.announced.url);
  return { ...message, gathering: gathered && gatheringKey(gathered) };
}

function readySubjects(
  { policy }: LookInput,
  incidents: readonly SubjectIncident[],
  { key, content, announced, gathering }: DueMessage,
): ReadySubject[] {
  const own = incidents.find(({ id }) => id === content.incidentId);
  const gathered = gatheredBy(content.kind, announced.url);
  if (!own || !gathered || gathering === null) return [];
  const readyAt = Math.max(own.incident.changedAt, delayEnd({ ...own, policy }) ?? 0);
  return [{ key, ...gathered, readyAt, incident: own.incident }];
}

/** What waits for the failing locations is a recovery; what else waits is mostly a failure. */
function waitingSubjects(
  key: string,
  incidents: readonly SubjectIncident[],
  { untilMs, gathering }: Extract<NextMessage, { do: 'wait' }>,
): WaitingSubject[] {
  const host = hostOf(incidents.at(-1)?.incident.endpoint.url ?? '');
  if (host === null || !isFailures(key)) return [];
  const side = gathering?.recheckedBy === 'failing' ? 'recovery' : 'failure';
  return [{ key, host, side, untilMs, waitsForLocations: gathering !== null }];
}

/** Takes out what waits for the siblings. */
function holdDue({ announced, hosts, nowMs }: LookInput, look: Look, { ready, waiting }: Siblings): void {
  const { heldUntil, unreadAt } = holdForSiblings({ ready, waiting, announced, hosts, nowMs });
  look.unreadAt = unreadAt;
  look.due = look.due.filter(({ key }) => !heldUntil.has(key));
  for (const untilMs of heldUntil.values()) look.dueAt = earlier(look.dueAt, untilMs);
}

/** What else of the subject is over and due after a message: after quiet hours it is one digest with it. */
function overAfter(input: LookInput, incidents: readonly SubjectIncident[], first: DueMessage): DueMessage[] {
  const { policy, nowMs } = input;
  const found: DueMessage[] = [];
  for (let last = first; last.announced.state === 'over'; ) {
    const next = nextMessage(incidents, last.announced, policy, nowMs);
    if (next?.do !== 'send') break;
    last = dueMessage(input, { ...first, content: next.content, announced: next.announced });
    found.push(last);
  }
  return found;
}

/** Nothing follows a resolved incident of which nothing waits either. */
function closeIfOver(look: Look, key: string, incidents: readonly SubjectIncident[]): void {
  const own = look.announced[key];
  const isResolved = incidents.some(({ id, incident }) => id === own?.incidentId && incident.status === 'resolved');
  if (own?.state === 'over' && isResolved) look.announced[key] = { ...own, isClosed: true };
}

/**
 * Has the look that follows at that time find these incidents again. Open ones that wait for longer are read by a fresh
 * look then, so that no other look reads them; so are those that changed so long ago that only a fresh look found them.
 */
function keepSeen({ seenAt, nowMs }: LookInput, look: Look, incidents: SubjectIncident[], nextAtMs: number): void {
  for (const { incident } of incidents) {
    const { status, changedAt } = incident;
    const isOld = changedAt < seenAt;
    const isFresh = isOld || (status === 'active' && nextAtMs > nowMs + SOON_MS);
    if (isFresh) look.freshAt = earlier(look.freshAt, nextAtMs);
    else look.seenAt = Math.min(look.seenAt, changedAt);
  }
}

/**
 * Returns when a fresh look is due, given when it was and what has changed: what has recovered may be what others depend on,
 * and its effect continues for a while. So however many recover, they bring one fresh look, and none if nothing waits for one.
 */
export function freshAtAfter(
  freshAt: number | null,
  changed: readonly Pick<SubjectIncident, 'incident'>[],
  nowMs: number,
): number | null {
  if (freshAt === null) return null;
  // An incident goes on while it fails from some locations only.
  const ends = changed.map(({ incident: { outage, resolvedAt } }) => {
    return Math.max(resolvedAt ?? 0, outage?.endedAt ?? 0) + ALERT.coveredAfterMs;
  });
  return Math.min(freshAt, ...ends.filter((atMs) => atMs > nowMs));
}

function earlier(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b);
}

/** An end, since it may have started in another shift; and a channel that fails, which may be of who is on duty. */
const NOTICES_TO_ALL: ReadonlySet<Notice['kind']> = new Set(['coverage_restored', 'agent_back', 'channel_failing']);

function planNotice({ policy, nowMs }: LookInput, look: Look, id: string, notice: Notice): void {
  const { severity, createdAt, summary } = notice;
  const isAdmitted = summary !== null || (policy.events.includes('failure') && admits(policy.filter, severity));
  if (createdAt < policy.sinceMs || !isAdmitted) return;
  const isOffDuty = maintenanceEnd(policy.offDuty ?? [], createdAt) !== null;
  if (isOffDuty && summary === null && !NOTICES_TO_ALL.has(notice.kind)) return;
  look.seenAt = Math.min(look.seenAt, createdAt);
  const quietUntil = policy.quietHours && quietHoursEnd(policy.quietHours, nowMs);
  if (quietUntil !== null) {
    look.dueAt = earlier(look.dueAt, quietUntil);
    return;
  }
  const announced: Announced = {
    incidentId: id,
    incidentAt: createdAt,
    monitorId: null,
    url: '',
    outage: 0,
    state: 'over',
    severity,
    failureAt: null,
    failureSeverity: null,
    sentAt: nowMs,
    reminders: 0,
    warned: [],
    maintainedUntil: null,
    unfinished: null,
    isClosed: true,
  };
  const message = {
    key: noticeKey(id),
    content: noticeContent(notice),
    announced,
    changedAt: createdAt,
    gathering: null,
  };
  look.due.push({ ...message, ...(summary && { summary }) });
}

/**
 * Ends what was announced about a subject that is no longer watched or covered, or was renewed: no message is sent, but
 * a service that holds its alert open closes it. While the subject is covered, it is remembered, since a later run may read the
 * incident, or those before it, again; no silence period counts from it.
 */
function endWithoutMessage(
  { policy, nowMs, covers }: LookInput,
  look: Look,
  key: string,
  incident: Incident | null,
): void {
  const own = look.announced[key];
  if (!own) return;
  const ended: Announced = { ...own, state: 'over', isClosed: true, failureAt: null, failureSeverity: null };
  const isHeld = policy.holdsAlerts && own.state !== 'over';
  if (isHeld) {
    const content = closedContent(own, incident, nowMs);
    const changedAt = incident?.changedAt ?? nowMs;
    look.due.push({ key, content, announced: { ...ended, sentAt: nowMs }, changedAt, gathering: null });
  } else if (own.monitorId === null || covers(own.monitorId)) {
    const { state } = own;
    look.announced[key] = { ...ended, unfinished: state === 'over' ? own.unfinished : { state, at: nowMs } };
    look.isForgotten = true;
  } else forget(look, key);
}

function forget(look: Look, key: string): void {
  if (!look.announced[key]) return;
  delete look.announced[key];
  look.isForgotten = true;
}

/**
 * Returns the entries without those that ended so long ago that no silence period counts from them and no run reads
 * them again.
 */
function withoutExpired(
  announced: Record<string, Announced>,
  read: ReadonlySet<string>,
  nowMs: number,
): Record<string, Announced> {
  const isExpired = (key: string, { isClosed, failureAt, incidentAt, warned, unfinished }: Announced) =>
    isClosed &&
    !read.has(key) &&
    Math.max(failureAt ?? 0, incidentAt, unfinished?.at ?? 0, ...warned.map(({ endsAt }) => endsAt)) <
      nowMs - ALERT.rememberedMs;
  return Object.fromEntries(Object.entries(announced).filter(([key, entry]) => !isExpired(key, entry)));
}

/** One message, and what it announces. */
export type Batch = readonly [DueMessage, ...DueMessage[]];

/**
 * What is sent next of these, the oldest first: one message with what it gathers, or more than five as one digest, of 25 or,
 * where people read it and there are over 250, of all. Null for none.
 */
export function nextBatch(due: readonly DueMessage[], isForPrograms = false): Batch | null {
  // A summary is no line of a digest.
  const alerts = due.filter(({ summary }) => !summary);
  const [first] = due;
  if (!first) return null;
  const isSame = (each: DueMessage) =>
    each === first || (each.gathering !== null && each.gathering === first.gathering);
  const batch = alerts.length > ALERT.digestAbove ? alerts : due.filter(isSame);
  const isWhole = !isForPrograms && batch.length > ALERT.digestWholeAbove;
  const [head = first, ...rest] = isWhole ? batch : batch.slice(0, ALERT.digestMost);
  return [head, ...rest];
}
