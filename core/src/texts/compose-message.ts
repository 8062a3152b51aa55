import {
  DOWN_KINDS,
  FAILURE_KINDS,
  type MessageContent,
  type MessageKind,
  type MessageValues,
  RECOVERY_KINDS,
} from '../documents/message.ts';
import { clip } from '../values/clip.ts';
import { hostOf } from '../values/host-of.ts';
import { ALERT } from '../values/limits.ts';
import { type LocationCode, orderedLocations } from '../values/locations.ts';
import { isolate, oneLine, shorten } from '../values/outside-text.ts';
import { readableUrl } from '../values/readable-url.ts';
import { SERVER_LOCATION } from '../values/server-location.ts';
import { mostSevere } from '../values/severity.ts';
import type { MeasuredSlow } from '../values/slow.ts';
import { displayedLengthMs, MINUTE_MS } from '../values/time.ts';
import { checkErrorText } from './check-error-text.ts';
import { formatDuration, formatTimestamp } from './durations.ts';
import type { MessageTone, OutgoingMessage } from './outgoing-message.ts';
import { fillSlots, receivedText, type Wording } from './received-text.ts';
import type { Texts } from './texts.ts';

const MAX_NAME_LENGTH = 80;
const NAME_LENGTH_STEP = 5;
const MAX_CERTIFICATE_NAMES = 3;
const MAX_DIGEST_MONITORS = 3;
/** The limit in UTF-16 units, as Telegram counts (core.telegram.org/bots/api#sendmessage). */
const MAX_MESSAGE_LENGTH = 4096;

/**
 * When it is sent, epoch ms. `link`: opens the incident or the app; null for none. `appUrl`: where the lines of a digest
 * link to their incidents; without it, they do not.
 */
type Context = { id: string; nowMs: number; link: OutgoingMessage['link']; appUrl?: string };

/** The message that reports the contents; more than one become a digest. */
export function composeMessage(
  contents: readonly [MessageContent, ...MessageContent[]],
  texts: Texts,
  { id, nowMs, link, appUrl }: Context,
): OutgoingMessage {
  const [content] = contents;
  const parts = contents.length > 1 ? digestParts(contents, texts) : partsOf(content, texts, nowMs);
  const kind: OutgoingMessage['kind'] = contents.length > 1 ? 'digest' : content.kind;
  const { language } = texts;
  const isLinked = contents.length > 1 && appUrl !== undefined;
  const shown = contents.slice(0, ALERT.digestMost);
  const lineUrls = shown.map((each) => lineUrlOf(each, appUrl ?? ''));
  const linked = isLinked ? { lineUrls } : {};
  const toned = { ...parts, ...linked, id, kind, tone: moreUrgentTone(contents), language, link, contents: shown };
  return { ...toned, text: plainText(toned, texts) };
}

/** To the incident, which a person can acknowledge there; of what has none, to the endpoint. */
function lineUrlOf({ incidentId, endpointId }: MessageContent, appUrl: string): string | null {
  if (incidentId !== null) return `${appUrl}/incidents?${new URLSearchParams({ incident: incidentId })}`;
  return endpointId === null ? null : `${appUrl}/endpoint/${endpointId}`;
}

/** Where the app shows together what a digest is about: the incidents, of one host if they are all there; null for notices. */
export function digestPath(contents: readonly MessageContent[]): string | null {
  if (contents.every(({ incidentId }) => incidentId === null)) return null;
  const host = commonHost(contents);
  return host === null ? '/incidents' : `/incidents?${new URLSearchParams({ search: host })}`;
}

/** The host of all contents, if they have the same one. */
function commonHost(contents: readonly MessageContent[]): string | null {
  const hosts = new Set(contents.map(({ values }) => hostOf(values.url)));
  const [host = null] = hosts;
  return hosts.size === 1 ? host : null;
}

/** A test message of a channel. */
export function composeTest(texts: Texts, id: string): OutgoingMessage {
  const { language, channelTest: title } = texts;
  const parts = { title, url: null, paragraphs: [], fields: [], link: null, text: title };
  return { id, kind: 'test', tone: 'notice', language, ...parts, contents: [] };
}

const TONES: readonly MessageTone[] = ['down', 'partial', 'notice', 'recovered'];

const RECOVERED_KINDS: readonly MessageKind[] = [
  ...RECOVERY_KINDS,
  'slow_over',
  'closed',
  'coverage_restored',
  'agent_back',
];

function toneOf({ kind }: MessageContent): MessageTone {
  if (DOWN_KINDS.includes(kind)) return 'down';
  if (kind === 'partial') return 'partial';
  return RECOVERED_KINDS.includes(kind) ? 'recovered' : 'notice';
}

function moreUrgentTone(contents: readonly MessageContent[]): MessageTone {
  const tones = contents.map(toneOf);
  return TONES.find((each) => tones.includes(each)) ?? 'notice';
}

type Parts = Pick<OutgoingMessage, 'title' | 'url' | 'paragraphs' | 'fields'>;

/** A message that is more than an hour late includes the time of its event; that of a failure has its start anyway. */
function partsOf(content: MessageContent, texts: Texts, nowMs: number): Parts {
  const { advice, endpoints, late, monitor } = texts.alerts;
  const { kind, values } = content;
  const sentence = advice[kind];
  const isLate = nowMs - values.occurredAt > ALERT.lateAfterMs && !FAILURE_KINDS.includes(kind);
  return {
    title: headline(content, fullSubject(values, MAX_NAME_LENGTH), texts),
    url: values.url ? readableUrl(values.url) : null,
    paragraphs: [
      ...(sentence ? [sentence] : []),
      ...(isLate ? [late(formatTimestamp(values.occurredAt, texts.timeZone))] : []),
    ],
    fields: [
      ...(values.url ? [...field(monitor, isolate(oneLine(values.monitor))), ...details(content, texts)] : []),
      ...(!values.url && values.names.length > 0 ? field(endpoints, namesText(values, texts)) : []),
    ],
  };
}

function plainText({ title, url, paragraphs, fields }: Parts, texts: Texts): string {
  const labelled = fields.map(({ label, value }) => `${label}${texts.alerts.colon}${value}`);
  const lines = [title, ...paragraphs, ...(url ? [url] : []), ...labelled];
  return clip(lines.join('\n'), MAX_MESSAGE_LENGTH);
}

/** One line for each content, up to 25, and how many more there are. Long names are shortened until the whole fits into 4,096 characters. */
function digestParts(contents: readonly MessageContent[], texts: Texts): Parts {
  const title = digestTitle(contents, texts);
  for (let nameLength = MAX_NAME_LENGTH; ; nameLength -= NAME_LENGTH_STEP) {
    const paragraphs = digestLines(contents, texts, Math.max(1, nameLength));
    const length = [title, ...paragraphs].join('\n').length;
    if (length <= MAX_MESSAGE_LENGTH || nameLength <= 0) return { title, url: null, paragraphs, fields: [] };
  }
}

/** Names the host, if the message is about endpoints at one that fail, or that no longer do; else the monitors. */
function digestTitle(contents: readonly MessageContent[], texts: Texts): string {
  const { digest, failingAt, recoveredAt, severity } = texts.alerts;
  const host = commonHost(contents);
  const areAll = (kinds: readonly MessageKind[]) => contents.every(({ kind }) => kinds.includes(kind));
  const count = new Set(contents.map(({ endpointId }) => endpointId)).size;
  const name = readableUrl(`https://${host}`).replace('https://', '');
  if (host !== null && count > 1 && areAll(FAILURE_KINDS)) {
    return failingAt(count, isolate(name), severity[mostSevere(contents) ?? 'minor']);
  }
  if (host !== null && count > 1 && areAll(RECOVERY_KINDS)) return recoveredAt(count, isolate(name));
  return digest(contents.length, monitorsText(contents, texts));
}

function digestLines(contents: readonly MessageContent[], texts: Texts, nameLength: number): string[] {
  const lines = contents.slice(0, ALERT.digestMost).map((each) => {
    const { values } = each;
    const subject = fullSubject(values, nameLength);
    return `${headline(each, subject, texts)} (${formatTimestamp(values.occurredAt, texts.timeZone)})`;
  });
  const others = contents.length - lines.length;
  return others > 0 ? [...lines, texts.alerts.moreChanges(others)] : lines;
}

/** Returns the subject with its monitor, unless both have one name: other monitors' endpoints may be called the same. */
function fullSubject(values: MessageValues, nameLength: number): string {
  const [subject, monitor] = [subjectOf(values), oneLine(values.monitor)];
  const name = (text: string) => isolate(shorten(text, nameLength));
  const isOneName = monitor === '' || monitor.toLowerCase() === subject.toLowerCase();
  return isOneName ? name(subject) : `${name(monitor)} › ${name(subject)}`;
}

/** Returns the names of the first few monitors that the contents are about. */
function monitorsText(contents: readonly MessageContent[], { alerts }: Texts): string {
  const names = [...new Set(contents.map(({ values }) => oneLine(values.monitor)).filter((name) => name !== ''))];
  const shown = names.slice(0, MAX_DIGEST_MONITORS).map(nameText).join(alerts.separator);
  return names.length > MAX_DIGEST_MONITORS ? `${shown}${alerts.more(names.length - MAX_DIGEST_MONITORS)}` : shown;
}

function subjectOf({ endpoint, agent, channel, page, account }: MessageValues): string {
  return oneLine(agent || channel || page || account || endpoint);
}

/** A name next to others, or at the end of a line. */
function nameText(name: string): string {
  return isolate(shorten(oneLine(name), MAX_NAME_LENGTH));
}

/** `subject`: as it stands in the sentence. */
function headline({ kind, severity, values }: MessageContent, subject: string, texts: Texts): string {
  return texts.alerts.headlines[kind]({
    subject,
    severity: texts.alerts.severity[severity],
    places: locationsText(values.locations, texts),
    count: values.count,
    duration: durationText(kind, values, texts),
    isIntermediate: (values.certificate?.intermediate ?? null) !== null,
    measured: measuredText(values.slow, texts),
  });
}

/** Names the limit once if all locations have the same. */
function measuredText(slow: MeasuredSlow, texts: Texts): string {
  const { measuredAt, limit, inBrackets, separator } = texts.alerts;
  const codes = orderedLocations(Object.keys(slow) as LocationCode[]);
  const places = codes.flatMap((code) => (slow[code] ? [{ code, ...slow[code] }] : []));
  const limits = new Set(places.map(({ limitMs }) => limitMs));
  const [shared = null] = limits.size === 1 ? limits : [];
  const limitText = (limitMs: number | null) => (limitMs === null ? [] : [limit(msText(limitMs, texts))]);
  const measured = places.map(({ code, ms, limitMs }) => {
    const at = measuredAt(msText(ms, texts), locationsText([code], texts));
    return limits.size === 1 ? at : [at, ...limitText(limitMs).map(inBrackets)].join('');
  });
  return [...measured, ...limitText(shared)].join(separator);
}

/** Jobs run for minutes or hours. */
function msText(ms: number, { alerts, durations }: Texts): string {
  return ms < MINUTE_MS ? alerts.milliseconds(ms.toLocaleString('en')) : formatDuration(ms, durations);
}

/** Returns the duration of the outage that ended (or, if it continues, started) at `occurredAt`, as the app shows it. */
function durationText(kind: MessageKind, { occurredAt, durationMs }: MessageValues, texts: Texts): string {
  const startMs = kind === 'reminder' ? occurredAt : occurredAt - (durationMs ?? 0);
  return formatDuration(displayedLengthMs(startMs, startMs + (durationMs ?? 0)), texts.durations);
}

type Field = OutgoingMessage['fields'][number];

/** A labelled value; none for an empty text. */
function field(label: string, value: string | null): Field[] {
  return value ? [{ label, value }] : [];
}

function details({ kind, values }: MessageContent, texts: Texts): Field[] {
  const { locations, stillFailing, reason, received, after, since, slowFor, stableSince, began } = texts.alerts;
  const { durationMs, occurredAt, count } = values;
  const failedFrom = field(locations, locationsText(values.locations, texts));
  const failsFrom = field(stillFailing, locationsText(values.stillFailing, texts));
  const why = [
    ...field(reason, checkErrorText(values.error, values.statusCode, texts.checkErrors, lastGoodText(values, texts))),
    ...field(received, receivedText(values, wordingOf(texts))),
  ];
  switch (kind) {
    case 'partial_over':
    case 'recovery': {
      const downFor = durationMs === null ? null : durationText(kind, values, texts);
      return [...failedFrom, ...field(after, downFor), ...failsFrom];
    }
    case 'stable':
      return [...failedFrom, ...field(stableSince, formatTimestamp(values.occurredAt, texts.timeZone)), ...failsFrom];
    case 'slow':
      return [...failedFrom, ...field(since, formatTimestamp(occurredAt, texts.timeZone))];
    case 'slow_over':
      return [...failedFrom, ...field(slowFor, durationMs === null ? null : durationText(kind, values, texts))];
    case 'certificate':
      return [...failedFrom, ...endField(values, texts), ...certificateFields(values, texts)];
    case 'domain':
      return endField(values, texts);
    case 'domain_changed':
      return values.changes.flatMap(({ part, before, after }) =>
        field(texts.alerts[part], `${isolate(oneLine(before))} → ${isolate(oneLine(after))}`),
      );
    case 'short_outage':
    case 'short_partial':
      return [
        ...failedFrom,
        ...why,
        ...(durationMs === null || count > 1
          ? []
          : field(began, formatTimestamp(occurredAt - durationMs, texts.timeZone))),
        ...failsFrom,
      ];
    default:
      return [
        ...failedFrom,
        ...why,
        ...field(since, formatTimestamp(occurredAt, texts.timeZone)),
        ...field(texts.alerts.dependents, values.dependents > 0 ? String(values.dependents) : null),
      ];
  }
}

/** When a heartbeat last succeeded; null for other endpoints, and for one that never has. */
function lastGoodText({ failures }: MessageValues, { timeZone }: Texts): string | null {
  const at = failures[SERVER_LOCATION]?.lastGoodAt;
  return at === undefined ? null : formatTimestamp(at, timeZone);
}

function endField({ certificateEndsAt }: MessageValues, { alerts, timeZone }: Texts): Field[] {
  return field(alerts.ends, certificateEndsAt === null ? null : formatTimestamp(certificateEndsAt, timeZone));
}

/** Which intermediate certificate ends first, if one does; who has signed the certificate, and what it is for. */
function certificateFields({ certificate }: MessageValues, { alerts }: Texts): Field[] {
  if (certificate === null) return [];
  const { issuers, names, intermediate } = certificate;
  const shown = names.slice(0, MAX_CERTIFICATE_NAMES).map(nameText).join(alerts.separator);
  const rest = names.length > MAX_CERTIFICATE_NAMES ? alerts.more(names.length - MAX_CERTIFICATE_NAMES) : '';
  return [
    ...field(alerts.intermediate, intermediate && nameText(intermediate)),
    ...field(alerts.issuer, issuers.map(nameText).join(' ← ')),
    ...field(alerts.names, `${shown}${rest}`),
  ];
}

function wordingOf(texts: Texts): Wording {
  return {
    phrase: (key, values) => fillSlots(texts.received[key], values),
    places: (codes) => locationsText(codes, texts),
    error: (error, statusCode) => checkErrorText(error, statusCode, texts.checkErrors),
  };
}

function namesText({ names, count }: MessageValues, texts: Texts): string {
  const { separator, more } = texts.alerts;
  const listed = names.map(nameText).join(separator);
  return count > names.length ? `${listed}${more(count - names.length)}` : listed;
}

/** The locations' names; '' for the server. */
function locationsText(codes: readonly LocationCode[], texts: Texts): string {
  const named = codes.filter((code) => code !== SERVER_LOCATION);
  return named.map((code) => texts.locations[code]).join(texts.alerts.separator);
}
