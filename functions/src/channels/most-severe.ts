import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { moreSevere, type Severity } from '@farwatch/core/values/severity';

/** How severe the most severe of a message's contents is; null for a test. */
export function mostSevere({ contents }: OutgoingMessage): Severity | null {
  return contents.reduce<Severity | null>((most, { severity }) => moreSevere(most, severity), null);
}
