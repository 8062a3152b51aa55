import { type PingKind, pingKindSchema } from '../../documents/heartbeat.ts';
import { kindOfExit } from './apply-ping.ts';

/** Whose ping it is: a heartbeat by its key, or one of an account by its name. */
export type PingTarget = { key: string } | { pingKey: string; slug: string };

/** What a ping URL means, or the answer to a malformed one. */
export type PingRequest =
  | { target: PingTarget; kind: PingKind; exitStatus: number | null }
  | { refused: { status: 400; text: 'invalid url format' } | { status: 404; text: 'not found' } };

const CANONICAL_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SLUG = /^[a-z0-9_-]+$/;

/** Parses the path of a ping URL by the grammar of Healthchecks: what follows `/ping/`. */
export function parsePingPath(path: string): PingRequest {
  const [first = '', ...rest] = path.split('/');
  if (CANONICAL_UUID.test(first)) {
    // Only here may the URL of a success end with a slash.
    const [action, ...more] = rest.length === 1 && rest[0] === '' ? [] : rest;
    const found = more.length === 0 ? parseAction(action) : null;
    if (found) return withTarget({ key: first }, found);
  }
  const [slug = '', action, ...more] = rest;
  if (first === '' || slug === '' || more.length > 0) return NOT_FOUND;
  const found = parseAction(action);
  if (!found) return NOT_FOUND;
  if (slug !== slug.toLowerCase()) return INVALID;
  return SLUG.test(slug) ? withTarget({ pingKey: first, slug }, found) : NOT_FOUND;
}

const INVALID: PingRequest = { refused: { status: 400, text: 'invalid url format' } };
const NOT_FOUND: PingRequest = { refused: { status: 404, text: 'not found' } };

type Action = { kind: PingKind; exitStatus: number | null };

/** What the last part of a path means; null for nothing. */
function parseAction(text: string | undefined): Action | 'invalid' | null {
  if (text === undefined) return { kind: 'success', exitStatus: null };
  if (/^\d+$/.test(text)) {
    const exitStatus = Number(text);
    return exitStatus > 255 ? 'invalid' : { kind: kindOfExit(exitStatus), exitStatus };
  }
  const kind = pingKindSchema.exclude(['success']).safeParse(text).data;
  return kind ? { kind, exitStatus: null } : null;
}

function withTarget(target: PingTarget, action: Action | 'invalid'): PingRequest {
  return action === 'invalid' ? INVALID : { target, ...action };
}

const ANY_CASE_UUID = new RegExp(CANONICAL_UUID.source, 'i');

/** Parses the id of a run: null for none, undefined for one that is no UUID. */
export function parseRunId(text: string | null): string | null | undefined {
  if (text === null) return null;
  return ANY_CASE_UUID.test(text) ? text.toLowerCase() : undefined;
}
