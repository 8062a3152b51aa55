import { type CheckInInput, isTimely, type OwnerReport } from '../calls/check-in.ts';
import type { Check } from '../checks/check.ts';
import { packChecks } from '../checks/pack.ts';
import type { AgentState, OwnerMemory, VerdictMemory } from '../documents/agent.ts';
import type { Flip, Liveness, ReportedVerdict } from '../documents/flip.ts';
import { KEEP } from '../limits.ts';
import { HOUR_MS, hourStart, MINUTE_MS } from '../time.ts';
import { markPresent } from './presence.ts';

const FORMER_SPOOLS = 5;
/** Hours are rolled up five minutes after they end; what comes later marks its hour to be rolled up again. */
const ROLLED_AFTER_MS = HOUR_MS + 4 * MINUTE_MS;

/**
 * What a report leads to. `order`: where it stands in all that the agent made happen. `state.verdicts` holds only the owners
 * whose memory changes, each whole: others' stay.
 */
export type CheckInDecision =
  | { outcome: 'replayed' }
  | { outcome: 'refused'; expectedSeq: number }
  | {
      outcome: 'applied';
      order: number;
      state: Partial<AgentState>;
      flip: Pick<Flip, 'liveness' | 'verdicts'> | null;
      packed: Record<string, string>;
    };

/**
 * What a report changes (design 4): taken once and in order by spool and seq; checks are kept of every owner the agent
 * is or was assigned under the report's gen; verdicts are taken in the live lane under the present gen and become a flip
 * where they differ from the memory, or are the first under that gen or of that revision. A live report that was long on its way brings its
 * checks and neither verdicts nor news of the agent; checks whose windows are about to expire come too late.
 */
export function decideCheckIn(state: AgentState, report: CheckInInput, nowMs: number): CheckInDecision {
  const turn = turnOf(state, report);
  if (turn !== 'next') return turn;
  const order = state.order + 1;
  const memories: Record<string, OwnerMemory> = {};
  const verdicts: Flip['verdicts'] = {};
  const packed: Record<string, string> = {};
  const timely = isTimely(report, nowMs);
  const isKept = report.windowAt > nowMs - KEEP.lateMs;
  for (const [owner, part] of Object.entries(report.owners)) {
    if (!isHeld(state, owner, part.gen)) continue;
    if (part.checks.length > 0 && isKept) packed[owner] = packChecks(part.checks, report.windowAt);
    if (!timely || state.owners[owner] !== part.gen) continue;
    const { memory, flipped } = remember(state.verdicts[owner], part, report.windowAt);
    memories[owner] = memory;
    if (Object.keys(flipped).length > 0) verdicts[owner] = { gen: part.gen, endpoints: flipped };
  }
  const isNews = timely || report.lane === 'backfill';
  const liveness = isNews ? livenessChange(state, report) : null;
  const flip = liveness !== null || Object.keys(verdicts).length > 0 ? { liveness, verdicts } : null;
  const dirty = Object.keys(packed).length > 0 ? dirtyAfter(state, report.windowAt, nowMs) : {};
  return {
    outcome: 'applied',
    order,
    flip,
    packed,
    state: {
      ...nextState(state, report, order, nowMs),
      ...(isNews ? { abstaining: report.condition.abstaining, lost: false } : {}),
      ...dirty,
      ...fewerFormer(state, nowMs),
      verdicts: memories,
    },
  };
}

type Turn = 'next' | Extract<CheckInDecision, { outcome: 'replayed' | 'refused' }>;

function turnOf(state: AgentState, { spool, seq }: CheckInInput): Turn {
  if (state.formerSpools.includes(spool)) return { outcome: 'replayed' };
  const last = spool === state.spool ? state.seq : 0;
  if (seq === last + 1) return 'next';
  return seq <= last ? { outcome: 'replayed' } : { outcome: 'refused', expectedSeq: last + 1 };
}

function isHeld(state: AgentState, owner: string, gen: number): boolean {
  return state.owners[owner] === gen || state.formerOwners[owner]?.gen === gen;
}

function nextState(state: AgentState, report: CheckInInput, order: number, nowMs: number): Partial<AgentState> {
  const left = state.spool === null || state.spool === report.spool ? [] : [state.spool];
  return {
    spool: report.spool,
    formerSpools: [...state.formerSpools, ...left].slice(-FORMER_SPOOLS),
    seq: report.seq,
    order,
    presence: markPresent(state.presence, nowMs),
  };
}

/** Late checks come within days: an owner given away longer ago is forgotten, else the state would grow for ever. */
function fewerFormer({ formerOwners }: AgentState, nowMs: number): Partial<AgentState> {
  const entries = Object.entries(formerOwners);
  const kept = entries.filter(([, { endedAt }]) => endedAt > nowMs - KEEP.windowMs);
  return kept.length < entries.length ? { formerOwners: Object.fromEntries(kept) } : {};
}

function livenessChange(state: AgentState, report: CheckInInput): Liveness | null {
  const before: Liveness = state.lost ? 'lost' : state.abstaining ? 'abstaining' : 'live';
  const after: Liveness = report.condition.abstaining ? 'abstaining' : 'live';
  return before === after ? null : after;
}

function dirtyAfter(state: AgentState, windowAtMs: number, nowMs: number): Partial<AgentState> {
  const hour = hourStart(windowAtMs);
  if (nowMs < hour + ROLLED_AFTER_MS || state.dirtyHours.includes(hour)) return {};
  return { dirtyHours: [...state.dirtyHours, hour], dirtyAt: state.dirtyAt ?? nowMs };
}

/** The memory with the report's verdicts, without endpoints that are no longer checked: else it would grow with every edit. */
function remember(
  known: OwnerMemory | undefined,
  part: OwnerReport,
  windowAtMs: number,
): { memory: OwnerMemory; flipped: Record<string, ReportedVerdict> } {
  const before = known?.gen === part.gen ? known.endpoints : {};
  const latest = latestChecks(part.checks);
  const kept = Object.entries(before).filter(([, [, lastAtMs]]) => lastAtMs > windowAtMs - KEEP.verdictMemoryMs);
  const after: Record<string, VerdictMemory> = Object.fromEntries(kept);
  const flipped: Record<string, ReportedVerdict> = {};
  for (const [endpoint, verdict] of Object.entries(part.verdicts)) {
    const was = before[endpoint];
    const now = memoryOf(verdict, latest.get(endpoint), was);
    if (!was || isNews(was, now)) flipped[endpoint] = verdict;
    after[endpoint] = now;
  }
  return { memory: { gen: part.gen, endpoints: after }, flipped };
}

/** Of another revision it is news though it says the same: it is the verdict on another URL. */
function isNews([up, , , certificateEndsAt, rev = 0]: VerdictMemory, now: VerdictMemory): boolean {
  return now[0] !== up || now[3] !== certificateEndsAt || (now[4] ?? 0) !== rev;
}

function memoryOf(verdict: ReportedVerdict, check: Check | undefined, was: VerdictMemory | undefined): VerdictMemory {
  return [
    verdict.up ? 1 : 0,
    check?.at ?? was?.[1] ?? verdict.since,
    check?.ms ?? was?.[2] ?? 0,
    verdict.certificateEndsAt ?? 0,
    ...(verdict.rev === 0 ? ([] as const) : ([verdict.rev] as const)),
  ];
}

function latestChecks(checks: readonly Check[]): Map<string, Check> {
  const latest = new Map<string, Check>();
  for (const check of checks) {
    const known = latest.get(check.endpoint);
    if (!known || check.at > known.at) latest.set(check.endpoint, check);
  }
  return latest;
}
