import type { Certificate } from '@farwatch/core/values/certificate';
import { EVIDENCE } from '@farwatch/core/values/limits';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { Planned } from '../schedule/plan.ts';

/** More are not kept: the endpoint's next check sees them again. */
const MOST_WAITING = 4 * EVIDENCE.certificatesPerReport;
/** Servers behind one name may have different certificates, which would change with each check. */
const CHANGES_AFTER_MS = HOUR_MS;

type Place = Pick<Planned, 'key' | 'ownerId' | 'endpoint' | 'generation' | 'rev'>;
type Reported = Pick<Planned, 'generation' | 'rev'> & { sha256: string; atMs: number };

/** A certificate that the server does not have yet. */
export type NewCertificate = { place: Place; certificate: Certificate };

/**
 * The certificates that the server does not know yet (docs/agent.md, Evidence): of each endpoint the first under a
 * generation and revision, and then each other one. After a restart of the agent, all of them. Times by a clock that
 * never jumps.
 */
export class NewCertificates {
  private readonly reported = new Map<string, Reported>();
  private waiting = new Map<string, NewCertificate>();
  private inFlight = new Map<string, NewCertificate>();

  /** Takes in the certificate that a check has seen. */
  note({ key, ownerId, endpoint, generation, rev }: Place, certificate: Certificate, nowMs: number): void {
    const known = this.reported.get(key);
    const isSamePlace = known?.generation === generation && known.rev === rev;
    const isKnown = isSamePlace && (known.sha256 === certificate.sha256 || nowMs - known.atMs < CHANGES_AFTER_MS);
    if (isKnown) this.waiting.delete(key);
    else if (this.waiting.has(key) || this.waiting.size < MOST_WAITING)
      this.waiting.set(key, { place: { key, ownerId, endpoint, generation, rev }, certificate });
  }

  /** Those that a report carries, which has parts of these owners, by generation. */
  take(generations: ReadonlyMap<string, number>): NewCertificate[] {
    const all = [...this.waiting.values()];
    const taken = all
      .filter(({ place }) => generations.get(place.ownerId) === place.generation)
      .slice(0, EVIDENCE.certificatesPerReport);
    for (const { place } of taken) this.waiting.delete(place.key);
    this.inFlight = new Map(taken.map((each) => [each.place.key, each]));
    return taken;
  }

  /** The server has those of the report in flight, or rejects them. */
  forgetSent(nowMs: number): void {
    for (const [key, { place, certificate }] of this.inFlight) {
      const { generation, rev } = place;
      this.reported.set(key, { generation, rev, sha256: certificate.sha256, atMs: nowMs });
    }
    this.inFlight.clear();
  }

  /** The report in flight was lost or came too late: its certificates wait again. */
  returned(): void {
    this.waiting = new Map([...this.inFlight, ...this.waiting]);
    this.inFlight.clear();
  }

  /** Drops endpoints that no longer exist. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const all of [this.reported, this.waiting]) for (const key of all.keys()) if (!isThere(key)) all.delete(key);
  }
}
