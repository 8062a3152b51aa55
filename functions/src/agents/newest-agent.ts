import { type AgentRelease, NEWEST_AGENT } from '@farwatch/core/values/release';

/** `functions/build.ts` writes it in: the bundle's that Hosting serves. */
declare const AGENT_SHA256: string | undefined;

/** The agent that this build brings; null where the sources run unbuilt, since there is no bundle then. */
export function newestAgent(): AgentRelease | null {
  return typeof AGENT_SHA256 === 'undefined' ? null : { ...NEWEST_AGENT, sha256: AGENT_SHA256 };
}
