import type { OwnerReport } from '../../contracts/calls/check-in.ts';
import type { ReportedVerdict, VerdictChange } from '../../documents/verdict-change.ts';
import { EVIDENCE } from '../../values/limits.ts';

type Verdicts = VerdictChange['verdicts'];
type Attached = Pick<Verdicts[string], 'evidence' | 'certificates'>;

/**
 * What rides along with an owner's new verdicts: the evidence of those that are down, and all certificates, which an
 * agent sends only if they are new.
 */
export function attachmentsOf(
  { evidence = {}, certificates = {} }: OwnerReport,
  changed: Readonly<Record<string, ReportedVerdict>>,
): Attached {
  const used = Object.entries(evidence).filter(([endpoint]) => changed[endpoint]?.up === false);
  return {
    ...(used.length > 0 ? { evidence: Object.fromEntries(used) } : {}),
    ...(Object.keys(certificates).length > 0 ? { certificates } : {}),
  };
}

/**
 * Returns the same verdicts with the attachments that fit into a document: evidence is left out first, then
 * certificates, verdicts never.
 */
export function fitAttachments(verdicts: Verdicts): Verdicts {
  const hasAny = Object.values(verdicts).some(({ evidence, certificates }) => evidence ?? certificates);
  if (!hasAny) return verdicts;
  const bare = withoutAttachments(verdicts);
  const space = { bytes: EVIDENCE.verdictChangeBytes - bytesOf(bare) };
  const certificates = new Map(Object.entries(verdicts).map(([id, part]) => [id, fitting(part.certificates, space)]));
  const evidence = new Map(Object.entries(verdicts).map(([id, part]) => [id, fitting(part.evidence, space)]));
  return Object.fromEntries(
    Object.entries(bare).map(([ownerId, part]) => {
      const attached = { certificates: certificates.get(ownerId), evidence: evidence.get(ownerId) };
      const kept = Object.entries(attached).filter(([, each]) => each !== undefined);
      return [ownerId, { ...part, ...Object.fromEntries(kept) }];
    }),
  );
}

/** Returns the same verdicts without attachments. */
export function withoutAttachments(verdicts: Verdicts): Verdicts {
  const bare = Object.entries(verdicts).map(([ownerId, part]) => {
    const { evidence: _evidence, certificates: _certificates, ...rest } = part;
    return [ownerId, rest];
  });
  return Object.fromEntries(bare);
}

/** Returns the entries that still fit, and takes their size from the space. */
function fitting<T>(entries: Record<string, T> | undefined, space: { bytes: number }): Record<string, T> | undefined {
  if (entries === undefined) return undefined;
  const kept = Object.entries(entries).filter(([, value]) => {
    const bytes = bytesOf(value);
    if (bytes > space.bytes) return false;
    space.bytes -= bytes;
    return true;
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Returns the size as JSON, which is about as large as in Firestore. */
function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
