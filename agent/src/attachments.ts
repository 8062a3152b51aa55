import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { type Certificate, isSameCertificate } from '@farwatch/core/values/certificate';
import type { Evidence, GoodCheck } from '@farwatch/core/values/check-answer';
import { EVIDENCE } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { phasesOf } from './probe/phase-timer.ts';
import type { Planned } from './schedule/plan.ts';
import type { VerdictToReport } from './verdict/verdict-to-report.ts';
import type { Found } from './watch/watcher-options.ts';

type Owners = CheckInInput['owners'];

/** What live reports carry in addition to checks and verdicts: evidence of failures, and new certificates. */
export class Attachments {
  private readonly evidence = new FailureEvidence();
  private readonly certificates = new NewCertificates();

  /** Takes in a check with a result. */
  note(found: Found): void {
    this.evidence.note(found);
    const { certificate } = found.result;
    if (certificate) this.certificates.note(found.planned, certificate, performance.now());
  }

  /** Returns the same owners with their evidence and certificates; `verdicts` are those in the report. */
  attach(owners: Owners, verdicts: readonly VerdictToReport[]): Owners {
    const evidence = this.evidence.take(verdicts, performance.now());
    const generations = new Map(Object.entries(owners).map(([ownerId, { generation }]) => [ownerId, generation]));
    const attached = { ...owners };
    for (const { key, ownerId, endpoint } of verdicts) {
      const [own, found] = [attached[ownerId], evidence.get(key)];
      if (own && found) attached[ownerId] = { ...own, evidence: { ...own.evidence, [endpoint]: found } };
    }
    for (const { place, certificate } of this.certificates.take(generations)) {
      const own = attached[place.ownerId];
      if (!own) continue;
      attached[place.ownerId] = { ...own, certificates: { ...own.certificates, [place.endpoint]: certificate } };
    }
    return attached;
  }

  /** To be called when the server has stored the report in flight, or rejects it. */
  forgetSent(): void {
    this.evidence.forgetSent();
    this.certificates.forgetSent(performance.now());
  }

  /** To be called when the report in flight was lost or came too late. */
  returned(): void {
    this.evidence.returned();
    this.certificates.returned();
  }

  /** Drops endpoints that no longer exist. */
  keepOnly(isThere: (key: string) => boolean): void {
    this.evidence.keepOnly(isThere);
    this.certificates.keepOnly(isThere);
  }

  /** The time is known: moves times from `fromMs` on, which were guessed, by `byMs` (epoch ms). */
  retime(fromMs: number, byMs: number): void {
    this.evidence.retime(fromMs, byMs);
  }
}

/** An answer takes up to 20 KB: if there are more first failures than this, old ones are dropped. */
const MOST_HELD = 4 * EVIDENCE.perMinute;

type OfRevision<T> = { rev: number } & T;
type Failure = OfRevision<{ ownerId: string; evidence: Evidence }>;

/**
 * Collects why endpoints are down (docs/agent.md, Evidence): the first failing check of each outage, and the last good
 * one before it. It is sent with the first report of the verdict; a restart of the agent loses it.
 */
export class FailureEvidence {
  private readonly good = new Map<string, OfRevision<{ check: GoodCheck }>>();
  /** The evidence of outages that are not reported yet, the oldest first. */
  private held = new Map<string, Failure>();
  private inFlight = new Map<string, Failure>();
  /** What was sent in the last minute: of whom, and when by a clock that never jumps. */
  private sent: { ownerId: string; atMs: number }[] = [];

  /** Takes in a check with a result. */
  note(found: Found): void {
    const { planned, result, before } = found;
    const { key, rev } = planned;
    const isDown = before.verdict?.up === false;
    if (result.error === null) {
      this.good.set(key, { rev, check: goodCheckOf(found) });
      if (!isDown) this.held.delete(key);
    } else if (!isDown && before.unconfirmedSince === null) this.hold(found);
  }

  /**
   * Returns the evidence of verdicts in a report, by key: the newest outages first, as much as one report and one
   * minute may have, and of no owner more than is left for the others. The rest is lost, since the server takes it only
   * with the change of the verdict.
   */
  take(verdicts: readonly VerdictToReport[], nowMs: number): Map<string, Evidence> {
    this.sent = this.sent.filter(({ atMs }) => atMs > nowMs - MINUTE_MS);
    const outages = verdicts.flatMap(({ key, rev, verdict }) => {
      const failure = 'up' in verdict && !verdict.up ? this.held.get(key) : undefined;
      return failure?.rev === rev ? [[key, failure] as const] : [];
    });
    outages.sort(([, a], [, b]) => b.evidence.failed.at - a.evidence.failed.at);
    for (const [key] of outages) this.held.delete(key);
    this.inFlight = new Map(outages);
    const taken = new Map<string, Evidence>();
    for (const [key, { ownerId, evidence }] of outages) {
      if (taken.size === EVIDENCE.perReport || !this.hasShare(ownerId)) continue;
      taken.set(key, evidence);
      this.sent.push({ ownerId, atMs: nowMs });
    }
    return taken;
  }

  private hasShare(ownerId: string): boolean {
    const own = this.sent.filter((each) => each.ownerId === ownerId).length;
    return own < EVIDENCE.perMinute - this.sent.length;
  }

  /** Drops the evidence of the report in flight, which is over. */
  forgetSent(): void {
    this.inFlight.clear();
  }

  /** Keeps the evidence of the report in flight, which was lost or came too late, for the next one. */
  returned(): void {
    this.held = new Map([...this.inFlight, ...this.held]);
    this.inFlight.clear();
  }

  /** Drops endpoints that no longer exist. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const all of [this.good, this.held]) for (const key of all.keys()) if (!isThere(key)) all.delete(key);
  }

  /** The time is known: moves times from `fromMs` on, which were guessed, by `byMs` (epoch ms). */
  retime(fromMs: number, byMs: number): void {
    const corrected = <T extends { at: number }>(check: T): T =>
      check.at >= fromMs ? { ...check, at: check.at + byMs } : check;
    for (const [key, { rev, check }] of this.good) this.good.set(key, { rev, check: corrected(check) });
    for (const [key, failure] of this.held) {
      const { failed, lastGood } = failure.evidence;
      const evidence = { failed: corrected(failed), lastGood: lastGood && corrected(lastGood) };
      this.held.set(key, { ...failure, evidence });
    }
  }

  private hold({ planned, result, atMs }: Found): void {
    const { key, ownerId, rev } = planned;
    const { ms, statusCode, error, phases } = result;
    const good = this.good.get(key);
    const failed = { at: atMs, ms, statusCode, error, phases: phasesOf(phases), ...result.received() };
    this.held.delete(key);
    this.held.set(key, { ownerId, rev, evidence: { failed, lastGood: good?.rev === rev ? good.check : null } });
    if (this.held.size > MOST_HELD) this.dropOne();
  }

  /** Drops the oldest of the owner with the most. */
  private dropOne(): void {
    const byOwner = Map.groupBy(this.held, ([, { ownerId }]) => ownerId);
    const [most = []] = [...byOwner.values()].sort((a, b) => b.length - a.length);
    for (const [key] of most.slice(0, 1)) this.held.delete(key);
  }
}

function goodCheckOf({ result, atMs }: Found): GoodCheck {
  const { ms, statusCode, phases, certificateEndsAtMs, address } = result;
  return { at: atMs, ms, address, statusCode, phases: phasesOf(phases), certificateEndsAt: certificateEndsAtMs };
}

/** More certificates are not kept: the endpoint's next check sees them again. */
const MOST_WAITING = 4 * EVIDENCE.certificatesPerReport;
/** Servers behind one name may have different certificates, which would change with each check. */
const CHANGES_AFTER_MS = HOUR_MS;

type Place = Pick<Planned, 'key' | 'ownerId' | 'endpoint' | 'generation' | 'rev'>;
type Reported = Pick<Planned, 'generation' | 'rev'> & { certificate: Certificate; atMs: number };

/** A certificate that the server does not have yet. */
type NewCertificate = { place: Place; certificate: Certificate };

/**
 * Collects the certificates that the server does not know yet (docs/agent.md, Evidence): for each endpoint the first
 * one under a generation and revision, and then each different one. After a restart of the agent, it collects all
 * again. Times are by a clock that never jumps.
 */
export class NewCertificates {
  private readonly reported = new Map<string, Reported>();
  private waiting = new Map<string, NewCertificate>();
  private inFlight = new Map<string, NewCertificate>();

  /** Takes in the certificate that a check has seen. */
  note({ key, ownerId, endpoint, generation, rev }: Place, certificate: Certificate, nowMs: number): void {
    const known = this.reported.get(key);
    const isSamePlace = known?.generation === generation && known.rev === rev;
    const isKnown =
      isSamePlace && (isSameCertificate(known.certificate, certificate) || nowMs - known.atMs < CHANGES_AFTER_MS);
    if (isKnown) this.waiting.delete(key);
    else if (this.waiting.has(key) || this.waiting.size < MOST_WAITING)
      this.waiting.set(key, { place: { key, ownerId, endpoint, generation, rev }, certificate });
  }

  /** Returns the certificates for a report that has parts of these owners, by generation. */
  take(generations: ReadonlyMap<string, number>): NewCertificate[] {
    const all = [...this.waiting.values()];
    const taken = all
      .filter(({ place }) => generations.get(place.ownerId) === place.generation)
      .slice(0, EVIDENCE.certificatesPerReport);
    for (const { place } of taken) this.waiting.delete(place.key);
    this.inFlight = new Map(taken.map((each) => [each.place.key, each]));
    return taken;
  }

  /** Drops the certificates of the report in flight, which the server has stored or rejects. */
  forgetSent(nowMs: number): void {
    for (const [key, { place, certificate }] of this.inFlight) {
      const { generation, rev } = place;
      this.reported.set(key, { generation, rev, certificate, atMs: nowMs });
    }
    this.inFlight.clear();
  }

  /** Keeps the certificates of the report in flight, which was lost or came too late, for the next one. */
  returned(): void {
    this.waiting = new Map([...this.inFlight, ...this.waiting]);
    this.inFlight.clear();
  }

  /** Drops endpoints that no longer exist. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const all of [this.reported, this.waiting]) for (const key of all.keys()) if (!isThere(key)) all.delete(key);
  }
}
