import { z } from 'zod';
import { atMsSchema } from './fields.ts';
import { DAY_MS } from './time.ts';

export const versionSchema = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'not a version');
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256');

/** A version of the agent's program: its bundle's hash, and when it was released. */
export const agentReleaseSchema = z.object({ version: versionSchema, sha256: sha256Schema, releasedAt: atMsSchema });
export type AgentRelease = z.infer<typeof agentReleaseSchema>;

/** The agent in this server's build. `agent/package.json` has the same version; change both with a release. */
export const NEWEST_AGENT = { version: '0.4.0', releasedAt: Date.UTC(2026, 10, 26) } as const;

/** Agents older than this count as outdated. */
export const MINIMUM_AGENT_VERSION = '0.1.0';

/** A new version reaches all agents over this time. */
export const ROLLOUT_MS = DAY_MS;

/** Whether `version` is newer than `than`; false if either is not a valid version. */
export function isNewerVersion(version: string, than: string): boolean {
  if (!versionSchema.safeParse(version).success || !versionSchema.safeParse(than).success) return false;
  const [one, other] = [version.split('.').map(Number), than.split('.').map(Number)];
  const differing = one.findIndex((part, index) => part !== other[index]);
  return (one[differing] ?? 0) > (other[differing] ?? 0);
}

/** What an agent knows of itself when a release is announced. `failed`: SHA-256s of versions that did not work here. */
export type Updating = {
  version: string;
  /** Its position in the rollout, from 0 to below 1. */
  share: number;
  failed: readonly string[];
  nowMs: number;
};

/**
 * Whether an agent installs the release now (docs/agent.md, Updates): it is newer, has not failed here, and the
 * rollout has reached this agent. An agent never installs an older version.
 */
export function isUpdateDue(release: AgentRelease, { version, share, failed, nowMs }: Updating): boolean {
  if (!isNewerVersion(release.version, version) || failed.includes(release.sha256)) return false;
  return nowMs >= release.releasedAt + share * ROLLOUT_MS;
}
