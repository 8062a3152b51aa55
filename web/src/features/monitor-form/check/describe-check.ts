import { type CheckOptions, httpOptions, isAgentCheck } from '@farwatch/core/values/check-options';
import { maskCheck } from '@farwatch/core/values/check-secrets';
import type { DnsCheck } from '@farwatch/core/values/check-types/dns';
import type { HeartbeatCheck } from '@farwatch/core/values/check-types/heartbeat';
import type { WsCheck } from '@farwatch/core/values/check-types/ws';
import { type Assertion, type AssertionOp, OPS_BY_SOURCE } from '@farwatch/core/values/http-check/assertion';
import type { CheckHeader, HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { durationText } from './types/duration-text.ts';
import { PROTOCOLS } from './types/protocols.ts';

/**
 * How a check differs from a plain one: briefly, and in full if the brief form leaves something out. Without secrets.
 */
export type CheckPart = { id: string; chip: string; full: string };

/** Describes the parts of a check; a plain one has no parts. Secrets that were just typed are masked too. */
export function describeCheck(check: CheckOptions | null, t: TFunction): CheckPart[] {
  const masked = maskCheck(check);
  if (!masked) return [];
  if (!isAgentCheck(masked)) return masked.type === 'heartbeat' ? heartbeatParts(masked, t) : [];
  const http = httpOptions(masked);
  const own = http
    ? [...requestParts(http, t), ...answerParts(http, t)]
    : [...typeParts(masked, t), ...slowPart(masked, t)];
  return [...own, ...connectionParts(masked, t)];
}

/** Describes a check as one text, for comparing two versions. */
export function checkText(check: CheckOptions | null, t: TFunction): string {
  const parts = describeCheck(check, t);
  return parts.length === 0 ? t('form.check.plain') : parts.map(({ full }) => full).join('\n');
}

/** The part of a check's headers; none without any. */
function headerParts(headers: readonly CheckHeader[], t: TFunction): CheckPart[] {
  if (headers.length === 0) return [];
  const full = headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return [{ id: 'headers', chip: t('form.check.headers', { count: headers.length }), full }];
}

/** What the handshake of a WebSocket has in addition. */
function handshakeParts({ subprotocols = [], headers = [], origin }: WsCheck, t: TFunction): CheckPart[] {
  const names = subprotocols.join(', ');
  return [
    ...(names === '' ? [] : [same('subprotocols', t('form.check.subprotocols', { names }))]),
    ...(origin ? [same('origin', t('form.check.origin', { origin }))] : []),
    ...headerParts(headers, t),
  ];
}

function requestParts({ method, headers = [], auth, body }: HttpCheck, t: TFunction): CheckPart[] {
  const parts: CheckPart[] = [];
  if (method) parts.push({ id: 'method', chip: method, full: method });
  parts.push(...headerParts(headers, t));
  if (auth) {
    const full = auth.type === 'basic' ? `Basic ${auth.username}:${auth.password}` : `Bearer ${auth.token}`;
    parts.push({ id: 'auth', chip: auth.type, full });
  }
  if (body) parts.push({ id: 'body', chip: t('form.check.body'), full: `${t('form.check.body')}: ${body}` });
  return parts;
}

function answerParts({ statuses, assertions = [], maxResponseMs }: HttpCheck, t: TFunction): CheckPart[] {
  const parts: CheckPart[] = [];
  if (statuses) parts.push(same('statuses', statuses));
  parts.push(...slowPart({ maxResponseMs }, t));
  const texts = assertions.map((assertion) => assertionText(assertion, t));
  const [first] = texts;
  if (first !== undefined) {
    const chip = texts.length === 1 ? first : t('form.check.assertions', { count: texts.length });
    parts.push({ id: 'assertions', chip, full: texts.join('\n') });
  }
  return parts;
}

function slowPart({ maxResponseMs }: { maxResponseMs?: number | undefined }, t: TFunction): CheckPart[] {
  return maxResponseMs ? [same('slow', t('form.check.below', { ms: maxResponseMs.toLocaleString('en') }))] : [];
}

/** The options that several types have. */
type SharedOptions = Pick<
  HttpCheck,
  'followRedirects' | 'maxRedirects' | 'timeoutMs' | 'ipVersion' | 'certificateSha256' | 'legacyServerConnect'
>;

function connectionParts(check: SharedOptions, t: TFunction): CheckPart[] {
  const { followRedirects, maxRedirects, timeoutMs, ipVersion, certificateSha256, legacyServerConnect } = check;
  const parts: CheckPart[] = [];
  if (followRedirects === false) parts.push(same('redirects', t('form.check.noRedirects')));
  if (maxRedirects) parts.push(same('maxRedirects', t('form.check.maxRedirects', { count: maxRedirects })));
  if (timeoutMs) parts.push(same('timeout', t('form.check.timeout', { count: timeoutMs / SECOND_MS })));
  if (ipVersion) parts.push(same('ip', `IPv${ipVersion}`));
  if (certificateSha256) {
    const chip = t('form.check.certificate');
    parts.push({ id: 'certificate', chip, full: `${chip}: ${certificateSha256}` });
  }
  if (legacyServerConnect) parts.push(same('legacy', t('form.check.legacyServerConnect')));
  return parts;
}

/** Describes the options that only one of the types other than HTTP has. */
function typeParts(check: CheckOptions, t: TFunction): CheckPart[] {
  const expects = (value: string | undefined) =>
    value ? [same('expects', t('form.check.expects.contains', { value }))] : [];
  switch (check.type) {
    case 'tcp':
      return expects(check.banner);
    case 'tls':
      return check.startTls ? [same('startTls', `STARTTLS ${PROTOCOLS[check.startTls] ?? ''}`)] : [];
    case 'dns':
      return dnsParts(check, t);
    case 'icmp':
      return check.maxLost === undefined ? [] : [same('loss', t('form.check.maxLost', { count: check.maxLost }))];
    case 'ws':
      return [
        ...(check.send ? [same('send', t('form.check.sends'))] : []),
        ...expects(check.expect),
        ...handshakeParts(check, t),
      ];
    default:
      return [];
  }
}

function heartbeatParts(check: HeartbeatCheck, t: TFunction): CheckPart[] {
  const { periodSec, cron, timeZone, graceSec } = check;
  const parts: CheckPart[] = [];
  if (periodSec) parts.push(same('period', t('form.check.period', { time: durationText(periodSec) })));
  if (cron) parts.push(same('cron', timeZone ? `${cron} (${timeZone})` : cron));
  if (graceSec) parts.push(same('grace', t('form.check.grace', { time: durationText(graceSec) })));
  return parts;
}

function dnsParts({ recordType, expected = [], match, resolver }: DnsCheck, t: TFunction): CheckPart[] {
  const parts: CheckPart[] = [];
  if (recordType) parts.push(same('recordType', recordType));
  const [first] = expected;
  if (first !== undefined) {
    const full = expected.map((value) => t('form.check.expects.contains', { value })).join('\n');
    const [one, several] = [full, t('form.check.records', { count: expected.length })];
    parts.push({ id: 'expected', chip: expected.length === 1 ? one : several, full });
  }
  if (match === 'all') parts.push(same('match', t('form.check.allRecords')));
  if (resolver) parts.push(same('resolver', t('form.check.resolver', { resolver })));
  return parts;
}

function same(id: string, text: string): CheckPart {
  return { id, chip: text, full: text };
}

/** Describes an assertion, such as 'expects "ok"' or 'expects $.status = "up"'. */
export function assertionText({ source, path, name, op, value = '' }: Assertion, t: TFunction): string {
  if (source === 'body') return t(`form.check.expects.${bodyOp(op)}`, { value });
  return t(`form.check.expectsOf.${op}`, { subject: path ?? name, value });
}

function bodyOp(op: AssertionOp) {
  return OPS_BY_SOURCE.body.find((each) => each === op) ?? 'contains';
}
