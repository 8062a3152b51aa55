import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { z } from 'zod';
import { parseAnswer, retryAfterSec } from '../../../platform/net/answer.ts';
import { type Answer, postJson } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { failed, limited, reasonOf, rejected, stopped, unavailable } from '../delivery.ts';
import { renderTeams } from './render.ts';

/** Sends a card to a workflow, which accepts it (202) before it posts it: a failure to post stays unknown. */
export const sendTeams: ChannelSender<ChannelSettingsOf<'teams'>> = async ({ webhookUrl }, message) => {
  try {
    return resultOf(await postJson(webhookUrl, renderTeams(message)));
  } catch (error) {
    return failed(error);
  }
};

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });

/** A workflow that its owner or Microsoft has switched off answers 400 or 409 with such a code. */
const SWITCHED_OFF = /NotEnabled|Disabled|Suspended/;

function resultOf(answer: Answer): DeliveryResult {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const { code, message } = parseAnswer(errorSchema, answer)?.error ?? { code: '', message: '' };
  const reason = reasonOf(answer, [], message || code);
  if (status === 429) return limited(reason, retryAfterSec(headers));
  if (status === 401) return stopped('unauthorized', reason);
  if (status === 404 || status === 410) return stopped('target_not_found', reason);
  if (status === 403 || SWITCHED_OFF.test(code)) return stopped('refused', reason);
  return status >= 400 && status < 500 ? rejected(reason) : unavailable(reason);
}
