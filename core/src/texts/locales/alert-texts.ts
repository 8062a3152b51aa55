import type { AlertKind } from '../../documents/alert.ts';
import type { Severity } from '../../values/severity.ts';

/** The subject of a message: an alert's, or a failure that ended before it could be sent. */
export type HeadlineKind = AlertKind | 'short_outage' | 'short_partial';

/** `subject`: an endpoint's or agent's name, or a location's. `count`: of endpoints. `lasted`: a length of time in words. */
export type HeadlineValues = { subject: string; severity: string; places: string; count: number; lasted: string };

/** The words of alerts in one language. */
export type AlertTexts = {
  severity: Record<Severity, string>;
  headlines: Record<HeadlineKind, (facts: HeadlineValues) => string>;
  monitor: string;
  locations: string;
  reason: string;
  since: string;
  after: string;
  ends: string;
  stillFailing: string;
  endpoints: string;
  more: (count: number) => string;
  late: (at: string) => string;
  digest: (count: number) => string;
  separator: string;
  /** The sentence below the headline, for subjects other than an endpoint. */
  advice: Partial<Record<HeadlineKind, string>>;
};
