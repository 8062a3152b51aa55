import type { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../time.ts';

/**
 * Why a text is not a URL that can be checked. `control`: a control character; `scheme`: of no check type; `slashes`:
 * missing after the scheme; `space`: in the host; `port` and `host`: invalid; `noDot`: a host of one word; `noPort`: its type has no default port;
 * `path`: something follows the host that its type has no use for; `long`: too long.
 */
export type UrlProblem =
  | 'empty'
  | 'control'
  | 'scheme'
  | 'slashes'
  | 'noHost'
  | 'space'
  | 'port'
  | 'host'
  | 'noDot'
  | 'noPort'
  | 'path'
  | 'long';

/**
 * Why every agent refuses a URL that may be stored: it has a user name or password, a port of another protocol, or
 * without a DNS server of its own a name that only private networks know.
 */
export type UrlCaveat = 'credentials' | 'badPort' | 'privateName';

/**
 * Who decides whether an endpoint is up: agents by their checks; the server by the pings of a job
 * (docs/heartbeats.md), or by what a registry answers (docs/domains.md).
 */
export type Decider = 'agents' | 'pings' | 'registry';

/** The highest limit of slow responses, in ms: of response times, or of a job's run time; null where there is neither. */
export const HIGHEST_SLOW_MS: Record<Decider, number | null> = {
  agents: 30 * SECOND_MS,
  pings: DAY_MS,
  registry: null,
};

/**
 * A check type (docs/architecture.md, Extension points). Its targets are URLs, whose scheme names the type; so
 * everything that stores, assigns, counts and shows URLs works for every type.
 */
export type CheckType<Options extends object = object> = {
  /** Who decides about its endpoints. Everything that differs by it is found with `deciderOf`. */
  decidedBy: Decider;
  /** The URL schemes of this type, without the colon, each with its default port; null if a URL must name its port. */
  schemes: Readonly<Record<string, number | null>>;
  /** The status codes that count as up, as users read them; null if results of this type have no status code. */
  expectedStatus: string | null;
  /** The options of its checks, which an endpoint's `check` has; `type` is the name of this type in the table. */
  options: z.ZodType<Options>;
  /** Returns the options without what is the default anyway; null if nothing is left. */
  normalize(options: Options): Options | null;
  /** Parses what a user typed: returns the URL to store and check, or what is wrong with it. */
  parseUrl(text: string): { url: string } | { problem: UrlProblem };
  /** Returns why agents would refuse a URL that may be stored; null if they accept it. */
  findCaveat(url: string): UrlCaveat | null;
};
