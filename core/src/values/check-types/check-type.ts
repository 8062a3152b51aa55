/**
 * Why a text is no URL to watch: empty, a control character, a scheme of no check type, a scheme without its two
 * slashes, no host, a space in the host, an invalid port, an invalid host, or too long.
 */
export type UrlProblem = 'empty' | 'control' | 'scheme' | 'slashes' | 'noHost' | 'space' | 'port' | 'host' | 'long';

/** Why every agent refuses a URL that may be stored: a user name or password in it, or a port of another protocol. */
export type UrlCaveat = 'credentials' | 'badPort';

/**
 * A check type (docs/architecture.md, Seams). What it checks is written as a URL, whose scheme says which type it is;
 * so everything that stores, assigns, counts and shows URLs serves every type.
 */
export type CheckType = {
  /** Who performs the check: agents, or the server itself. */
  runBy: 'agent' | 'server';
  /** The URL schemes of this type, without the colon, each with its default port; null if a URL must name its port. */
  schemes: Readonly<Record<string, number | null>>;
  /** The status codes that count as up, as users read them; null if results of this type have no status code. */
  expectedStatus: string | null;
  /** Parses what a user typed: the URL as it is stored and checked, or what is wrong with it. */
  parseUrl(text: string): { url: string } | { problem: UrlProblem };
  /** Returns why agents would refuse a URL that may be stored; null if they would not. */
  findCaveat(url: string): UrlCaveat | null;
};
