import type { MessageKind } from '../../documents/message.ts';
import type { CheckError } from '../../values/check.ts';
import type { AssertionOp } from '../../values/http-check/assertion.ts';
import type { Severity } from '../../values/severity.ts';

/**
 * Why a check failed. `statusIs` and `jobFailedWith` contain `{{status}}` for the HTTP status or the exit status,
 * `missedPingSince` contains `{{since}}` for the time of the last success.
 */
export type CheckErrorTexts = Record<CheckError | 'statusIs' | 'jobFailedWith' | 'missedPingSince', string>;

/**
 * What locations received, with values in double braces: parts of one line, and by op an assertion that does not hold;
 * `missing`: there was nothing to compare; `instead`: something else than what was expected; `cut`: of a body that is
 * read in part only.
 */
export type ReceivedTexts = Record<
  | AssertionOp
  | 'separator'
  | 'from'
  | 'works'
  | 'quote'
  | 'because'
  | 'body'
  | 'header'
  | 'missing'
  | 'instead'
  | 'insteadOf'
  | 'notJson'
  | 'cut'
  | 'cutJson',
  string
>;

/** The unit that follows a number of days, hours, minutes or seconds. */
export type DurationUnits = Record<'d' | 'h' | 'min' | 's', string>;

/**
 * `subject`: the name of an endpoint or agent; of a summary what it says instead of outages, if nothing is known.
 * `places`: locations. `count`: of endpoints, or of days left. `isIntermediate`: whether what expires is an intermediate
 * certificate. `measured`: what slow locations measured, and their limits.
 */
export type HeadlineValues = {
  subject: string;
  severity: string;
  places: string;
  count: number;
  duration: string;
  isIntermediate: boolean;
  measured: string;
};

/** The texts of alerts in one language. */
export type AlertTexts = {
  severity: Record<Severity, string>;
  headlines: Record<MessageKind, (values: HeadlineValues) => string>;
  monitor: string;
  locations: string;
  reason: string;
  received: string;
  since: string;
  /** The label of the start of an outage that is over. */
  began: string;
  after: string;
  /** The label of how long an endpoint was slow. */
  slowFor: string;
  stableSince: string;
  ends: string;
  registrar: string;
  nameServers: string;
  /** The label of an intermediate certificate that ends before the server's own. */
  intermediate: string;
  issuer: string;
  names: string;
  openIncident: string;
  openIncidents: string;
  openApp: string;
  stillFailing: string;
  /** The label of the number of monitors that depend on what failed. */
  dependents: string;
  endpoints: string;
  more: (count: number) => string;
  /** `place`: '' if the server measured it. */
  measuredAt: (time: string, place: string) => string;
  limit: (time: string) => string;
  inBrackets: (text: string) => string;
  milliseconds: (number: string) => string;
  late: (at: string) => string;
  /** `monitors`: the names of those that the changes are about, '' for none. */
  digest: (count: number, monitors: string) => string;
  /** The last line of a digest that does not name all changes. */
  moreChanges: (count: number) => string;
  /** The title of a message about the endpoints at one host that fail, or that no longer do. */
  failingAt: (count: number, host: string, severity: string) => string;
  recoveredAt: (count: number, host: string) => string;
  separator: string;
  /** Between a label and its value. */
  colon: string;
  /** The sentence below the headline of a notice. */
  advice: Partial<Record<MessageKind, string>>;
};

/** The content of a locale file: the texts that the server writes, and those that the app shares with it. */
export type LocaleTexts = {
  checkErrors: CheckErrorTexts;
  received: ReceivedTexts;
  durations: DurationUnits;
  /** The test message in a chat. */
  testMessage: string;
  /** The test message of any channel. */
  channelTest: string;
  alerts: AlertTexts;
};
