import type { UrlCaveat, UrlProblem } from '../url.ts';

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
