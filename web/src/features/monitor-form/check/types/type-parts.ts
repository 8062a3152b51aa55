import { RECORD_TYPES } from '@farwatch/core/values/check-types/dns';
import { HEARTBEAT_SEC } from '@farwatch/core/values/check-types/heartbeat';
import { START_TLS } from '@farwatch/core/values/check-types/tls';
import type { CheckTypeName } from '@farwatch/core/values/url';

/** The check types whose options have fields that `TypeFields` renders; HTTP has its own. */
export type PlainType = Exclude<CheckTypeName, 'http'>;

/**
 * How an option is edited. `lines`: a list, one value per line; `headers`: rows of names and values; `flag`: on or off; `seconds`: stored in ms; `duration`: a text such as 10
 * min, stored in seconds; `choice`: one of `options`, the first of which means the default.
 */
export type FieldKind =
  | { kind: 'text' | 'lines' | 'headers' | 'secret' | 'seconds' | 'number' | 'flag' }
  | { kind: 'duration'; defaultSec: number }
  | { kind: 'choice'; options: readonly string[] /** Whether the option is stored as a number. */; isNumber?: true };

/** Every field, under the name of its option. */
export const FIELD_KINDS = {
  periodSec: { kind: 'duration', defaultSec: HEARTBEAT_SEC.period },
  cron: { kind: 'text' },
  timeZone: { kind: 'text' },
  graceSec: { kind: 'duration', defaultSec: HEARTBEAT_SEC.grace },
  banner: { kind: 'text' },
  startTls: { kind: 'choice', options: ['', ...START_TLS] },
  recordType: { kind: 'choice', options: RECORD_TYPES },
  expected: { kind: 'lines' },
  match: { kind: 'choice', options: ['any', 'all'] },
  resolver: { kind: 'text' },
  maxLost: { kind: 'choice', options: ['3', '2', '1', '0'], isNumber: true },
  send: { kind: 'secret' },
  expect: { kind: 'text' },
  subprotocols: { kind: 'lines' },
  headers: { kind: 'headers' },
  origin: { kind: 'text' },
  maxResponseMs: { kind: 'number' },
  timeoutMs: { kind: 'seconds' },
  ipVersion: { kind: 'choice', options: ['', '4', '6'], isNumber: true },
  certificateSha256: { kind: 'text' },
  legacyServerConnect: { kind: 'flag' },
} as const satisfies Record<string, FieldKind>;
export type FieldName = keyof typeof FIELD_KINDS;
/** The fields whose value is edited as one text. */
export type TextFieldName = Exclude<FieldName, 'headers'>;

/** The form's part of each check type (docs/architecture.md, Extension points): its fields, in order. */
export const TYPE_PARTS: Record<PlainType, readonly FieldName[]> = {
  tcp: ['banner', 'maxResponseMs', 'timeoutMs', 'ipVersion'],
  tls: ['startTls', 'certificateSha256', 'legacyServerConnect', 'maxResponseMs', 'timeoutMs', 'ipVersion'],
  dns: ['recordType', 'expected', 'match', 'resolver', 'maxResponseMs', 'timeoutMs'],
  icmp: ['maxLost', 'maxResponseMs', 'timeoutMs', 'ipVersion'],
  domain: [],
  heartbeat: ['periodSec', 'cron', 'timeZone', 'graceSec'],
  ws: [
    'send',
    'expect',
    'subprotocols',
    'origin',
    'headers',
    'certificateSha256',
    'legacyServerConnect',
    'maxResponseMs',
    'timeoutMs',
    'ipVersion',
  ],
};
