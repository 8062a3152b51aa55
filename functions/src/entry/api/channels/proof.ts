import { createHash } from 'node:crypto';
import type { Settings } from '@farwatch/core/values/channels/channel-settings';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import type { ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { Run } from '../../../platform/db/run.ts';
import { readToken, signToken } from '../../../platform/links/signed-token.ts';

/** Long enough to fill in the rest of the form. */
const VALID_FOR_MS = HOUR_MS;

/** A token that says that a test of these settings arrived, for an hour. It does not reveal the settings. */
export function signProof(run: Run, uid: string, type: ChannelTypeName, settings: Settings): Promise<string> {
  return signToken(run, 'channel-test', [uid, hashOf(type, settings)], run.nowMs + VALID_FOR_MS);
}

/** Returns the hash of the settings whose test it proves; null for no proof, a forged, expired or another user's one. */
export async function readProof(run: Run, uid: string, proof: string | undefined): Promise<string | null> {
  if (proof === undefined) return null;
  const token = await readToken(run, 'channel-test', proof);
  if ('refused' in token) return null;
  const [owner, hash] = token.values;
  return owner === uid && hash !== undefined ? hash : null;
}

/** A hash of what `targetOf` compares. */
export function hashOf(type: ChannelTypeName, settings: Settings): string {
  return createHash('sha256').update(targetOf(type, settings)).digest('base64url');
}
