import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import type { VerdictToReport } from '../verdict/verdict-to-report.ts';
import type { Found } from '../watch/watcher-options.ts';
import { FailureEvidence } from './failure-evidence.ts';
import { NewCertificates } from './new-certificates.ts';

type Owners = CheckInInput['owners'];

/** What live reports carry besides checks and verdicts: evidence of failures, and new certificates. */
export class Attachments {
  private readonly evidence = new FailureEvidence();
  private readonly certificates = new NewCertificates();

  /** Takes in a check with a result. */
  note(found: Found): void {
    this.evidence.note(found);
    const { certificate } = found.result;
    if (certificate) this.certificates.note(found.planned, certificate, performance.now());
  }

  /** The same owners with what goes along: `verdicts` are those in the report. */
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

  /** The server has the report in flight, or rejects it. */
  forgetSent(): void {
    this.evidence.forgetSent();
    this.certificates.forgetSent(performance.now());
  }

  /** The report in flight was lost or came too late. */
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
