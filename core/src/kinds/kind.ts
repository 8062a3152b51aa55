/**
 * Why a text is no URL to watch: empty, a control character, a scheme other than http(s), http(s) without its two
 * slashes, no host, a space in the host, an invalid port, an invalid host, or too long.
 */
export type UrlProblem = 'empty' | 'control' | 'scheme' | 'slashes' | 'noHost' | 'space' | 'port' | 'host' | 'long';

/** Why every agent refuses a URL that may be stored: a user name or password in it, or a port of another protocol. */
export type UrlCaveat = 'credentials' | 'badPort';

/**
 * A kind of check (docs/architecture.md, Seams). What it checks is written as a URL, whose scheme says which kind it is;
 * so all that stores, assigns, counts and shows URLs serves every kind.
 */
export type CheckKind = {
  /** Without the colon. */
  schemes: readonly string[];
  /** A target as it is typed, as it is stored and checked, or what is wrong with it. */
  read(text: string): { url: string } | { problem: UrlProblem };
  /** Why agents would refuse a target that may be stored; null if they would not. */
  caveat(url: string): UrlCaveat | null;
};
