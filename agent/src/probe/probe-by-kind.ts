import { type CheckKindName, kindOf } from '@farwatch/core/url';
import type { Probe } from './probe.ts';
import { PROBES, type ProbeMaker } from './table.ts';

type Made = Record<CheckKindName, Probe>;

/** Checks a URL once, as its kind of check does. */
export function createProbeByKind(...tools: Parameters<ProbeMaker>): Probe {
  const probes = Object.fromEntries(Object.entries(PROBES).map(([name, make]) => [name, make(...tools)])) as Made;
  return (url, signal, hooks) => probes[kindOf(url)](url, signal, hooks);
}
