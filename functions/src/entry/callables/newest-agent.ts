import { type AgentRelease, NEWEST_AGENT } from '@farwatch/core/values/release';

/** The hash of the bundle that Hosting serves; functions/build.ts defines it. */
declare const AGENT_SHA256: string | undefined;

/** Returns the agent release of this build; null if the sources run unbuilt. */
export function newestAgent(): AgentRelease | null {
  return typeof AGENT_SHA256 === 'undefined' ? null : { ...NEWEST_AGENT, sha256: AGENT_SHA256 };
}
