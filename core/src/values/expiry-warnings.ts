import { certificateWarnings } from './certificate.ts';
import { DOMAIN } from './limits.ts';

/** When the warnings of what expires are due, epoch ms, in order; of a certificate those whose start is unknown. */
export function expiryWarnings(type: 'certificate' | 'domain', endsAt: number): number[] {
  if (type === 'certificate') return certificateWarnings(null, endsAt);
  return DOMAIN.warningsMs.map((eachMs) => endsAt - eachMs);
}
