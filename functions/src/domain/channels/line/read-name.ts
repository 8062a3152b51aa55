import { clip } from '@farwatch/core/values/clip';
import { SECOND_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { parseAnswer } from '../../../platform/net/answer.ts';
import { post } from '../../../platform/net/post.ts';

const TIMEOUT_MS = 3 * SECOND_MS;
const MAX_NAME = 100;

const profileSchema = z.object({ displayName: z.string() });
const groupSchema = z.object({ groupName: z.string() });

/** The name of a user or group; null for a room, which has none, or if LINE does not return it. Never throws. */
export async function readLineName(accessToken: string, id: string): Promise<string | null> {
  if (id.startsWith('R')) return null;
  const path = id.startsWith('C') ? `group/${id}/summary` : `profile/${id}`;
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await post(`https://api.line.me/v2/bot/${path}`, { method: 'GET', headers, timeoutMs: TIMEOUT_MS });
    const name = parseAnswer(profileSchema, answer)?.displayName ?? parseAnswer(groupSchema, answer)?.groupName;
    return name === undefined ? null : clip(name, MAX_NAME);
  } catch {
    return null;
  }
}
