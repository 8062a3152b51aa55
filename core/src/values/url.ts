import { z } from 'zod';
import type { CheckType, Decider, UrlCaveat, UrlProblem } from './check-types/check-type.ts';
import { CHECK_TYPES } from './check-types/table.ts';
import { LIMITS } from './limits.ts';

export type CheckTypeName = keyof typeof CHECK_TYPES;

/** The check types that agents perform. */
export type AgentCheckType = {
  [Name in CheckTypeName]: (typeof CHECK_TYPES)[Name]['decidedBy'] extends 'agents' ? Name : never;
}[CheckTypeName];

/** Whether agents perform checks of that type. */
export function isAgentCheckType(name: CheckTypeName): name is AgentCheckType {
  return CHECK_TYPES[name].decidedBy === 'agents';
}

/** The prefixes of URLs of a known check type, such as https://. */
export const URL_PREFIXES: readonly string[] = Object.values(CHECK_TYPES).flatMap(({ schemes }) =>
  Object.keys(schemes).map((scheme) => `${scheme}://`),
);

const TYPE_BY_SCHEME: ReadonlyMap<string, CheckTypeName> = new Map(
  (Object.keys(CHECK_TYPES) as CheckTypeName[]).flatMap((name) =>
    Object.keys(CHECK_TYPES[name].schemes).map((scheme) => [scheme, name] as const),
  ),
);

const SCHEME = /^\s*([a-z][a-z0-9+.-]*):\/\//i;
/** `tcp:db.example.com`, and not a host with its port. */
const WITHOUT_SLASHES = /^\s*([a-z][a-z0-9+.-]*):(?!\/\/|\d+(?:[/?#]|$))/i;

/** Returns the check type of a URL, by its scheme; null for a scheme of no known type. */
export function checkTypeOf(url: string): CheckTypeName | null {
  const scheme = SCHEME.exec(url)?.[1];
  return scheme === undefined ? null : (TYPE_BY_SCHEME.get(scheme.toLowerCase()) ?? null);
}

/** Returns the definition of a URL's check type; HTTP if the scheme is unknown. */
function definitionOf(url: string): CheckType {
  return CHECK_TYPES[checkTypeOf(url) ?? 'http'];
}

/** Returns the port that a URL names, else the default of its scheme; null if it has neither. */
export function portOf({ href, port, protocol }: URL): number | null {
  if (port !== '') return Number(port);
  return checkTypeOf(href) === null ? null : (definitionOf(href).schemes[protocol.slice(0, -1)] ?? null);
}

/**
 * Returns the status codes that count as up for a URL, such as 200–399; null if its check type has no status codes.
 * `statuses`: those of its check, such as `200-299,404`, if it has its own.
 */
export function expectedStatusOf(url: string, statuses?: string): string | null {
  const { expectedStatus } = definitionOf(url);
  if (expectedStatus === null || statuses === undefined) return expectedStatus;
  return statuses.replaceAll('-', '–').replaceAll(',', ', ');
}

/** Parses what a user typed: returns the URL to store and check, or what is wrong with it. */
export function parseUrl(text: string): { url: string } | { problem: UrlProblem } {
  const [, scheme = ''] = WITHOUT_SLASHES.exec(text) ?? [];
  if (checkTypeOf(`${scheme}://`) !== null) return { problem: 'slashes' };
  return definitionOf(text).parseUrl(text);
}

/** Returns the URL to store and check; null if the text is not a URL. */
export function normalizeUrl(text: string): string | null {
  const parsed = parseUrl(text);
  return 'url' in parsed ? parsed.url : null;
}

/** Returns who decides whether the endpoint with that URL is up. */
export function deciderOf(url: string): Decider {
  return definitionOf(url).decidedBy;
}

/** Whether the server itself decides about the endpoint with that URL, so that no agent is assigned it. */
export function isRunByServer(url: string): boolean {
  return deciderOf(url) !== 'agents';
}

/** Returns why agents would refuse a URL that may be stored; null if they accept it. */
export function urlCaveat(url: string): UrlCaveat | null {
  return definitionOf(url).findCaveat(url);
}

/** A URL field: any text that `parseUrl` accepts, normalized. */
export const urlSchema = z
  .string()
  .max(LIMITS.urlLength * 2)
  .transform((text, context) => {
    const url = normalizeUrl(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'not a URL that can be checked' });
    return z.NEVER;
  });
