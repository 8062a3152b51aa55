import type { CheckError } from '@farwatch/core/values/check';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { type AgentCheckType, checkTypeOf, isAgentCheckType } from '@farwatch/core/values/url';
import { CASES } from '../../src/targets/cases.ts';
import type { ProtocolTarget } from '../../src/targets/protocols.ts';

/** A check of a demo target with the options that it needs. */
export type CheckRow = {
  type: AgentCheckType;
  name: string;
  url: string;
  check: CheckOptions | null;
  /** Why it is down once the target is switched. */
  error: CheckError;
};

const body = (op: Assertion['op'], value: string): Assertion => ({ source: 'body', op, value });
const valued = (value?: string) => (value === undefined ? {} : { value });
const json = (path: string, op: Assertion['op'], value?: string): Assertion => {
  return { source: 'json', path, op, ...valued(value) };
};
const header = (name: string, op: Assertion['op'], value?: string): Assertion => {
  return { source: 'header', name, op, ...valued(value) };
};
const secret = (name: string, value: string) => ({ name, value, secret: true });

/** Each assertion, and the case that it is about. */
const ASSERTIONS: [of: keyof typeof CASES & string, name: string, assertion: Assertion][] = [
  ['text', 'contains', body('contains', 'systems go')],
  ['text', 'notContains', body('notContains', 'database error')],
  ['text', 'matches', body('matches', '^All \\w+ go$')],
  ['compressed', 'gzip', body('contains', 'All systems go')],
  ['big5', 'charset', body('contains', '台灣')],
  ['json', 'contains', json('$.status', 'contains', 'o')],
  ['json', 'notContains', json('$.status', 'notContains', 'degraded')],
  ['json', 'matches', json('$.status', 'matches', '^ok$')],
  ['json', 'equals', json('$.status', 'equals', 'ok')],
  ['json', 'notEquals', json('$.status', 'notEquals', 'degraded')],
  ['json', 'lessThan', json('$.queue.depth', 'lessThan', '100')],
  ['json', 'greaterThan', json('$.free', 'greaterThan', '10')],
  ['json', 'exists', json('$.items[?@.id == 1]', 'exists')],
  ['header', 'contains', header('X-Release', 'contains', 'v')],
  ['header', 'notContains', header('X-Release', 'notContains', 'none')],
  ['header', 'matches', header('X-Release', 'matches', '^v\\d+$')],
  ['header', 'equals', header('X-Release', 'equals', 'v5')],
  ['header', 'notEquals', header('X-Release', 'notEquals', 'none')],
  ['header', 'lessThan', header('X-Queue', 'lessThan', '100')],
  ['header', 'greaterThan', header('X-Free', 'greaterThan', '10')],
  ['header', 'exists', header('X-Healthy', 'exists')],
];

const OPTIONS: [of: keyof typeof CASES & string, name: string, check: HttpCheck, error: CheckError][] = [
  ['post-only', 'body', { method: 'POST', body: '{"order": 7}' }, 'status'],
  ['api-key', 'secret header', { headers: [secret('X-API-Key', 'demo-key')] }, 'status'],
  ['basic', 'basic', { auth: { type: 'basic', username: 'demo', password: 'let-me-in' } }, 'status'],
  ['bearer', 'bearer', { auth: { type: 'bearer', token: 'demo-token' } }, 'status'],
  ['teapot', 'statuses', { statuses: '418' }, 'status'],
  ['moved', 'no redirects', { followRedirects: false, statuses: '301' }, 'status'],
  ['chain', 'redirects', { method: 'HEAD', maxRedirects: 20 }, 'status'],
  ['slow', 'slow', { maxResponseMs: 1500 }, 'slow'],
  ['slow-body', 'timeout', { timeoutMs: 3000, assertions: [body('contains', 'part 4')] }, 'timeout'],
];

/** The secrets of these checks. */
export const SECRETS = ['demo-key', 'let-me-in', 'demo-token', '{"order": 7}', 'say hello to me'];

/** Every check, of these demo targets. */
export function checkRows(origin: string, targets: readonly ProtocolTarget[]): CheckRow[] {
  const ofCase = (of: string, name: string, check: HttpCheck, error: CheckError): CheckRow => {
    const url = `${origin}/case/${of}?${encodeURIComponent(name)}`;
    return { type: 'http', name: `${of} ${name}`, url, check, error };
  };
  return [
    ...ASSERTIONS.map(([of, name, assertion]) => ofCase(of, name, { assertions: [assertion] }, 'assertion')),
    ...OPTIONS.map((row) => ofCase(...row)),
    ...targets.map(({ name, url, check, error }) => ({ type: agentTypeOf(url), name, url, check, error })),
  ];
}

/** Switches all of them. */
export async function switchTargets(origin: string, targets: readonly ProtocolTarget[], to: 'up' | 'down') {
  const paths = [...Object.keys(CASES).map((name) => `case/${name}`), ...targets.map(({ name }) => `protocol/${name}`)];
  await Promise.all(paths.map((path) => fetch(`${origin}/${path}/${to}`, { method: 'POST' })));
}

function agentTypeOf(url: string): AgentCheckType {
  const type = checkTypeOf(url);
  if (type === null || !isAgentCheckType(type)) throw new Error(`no agent checks ${url}`);
  return type;
}
