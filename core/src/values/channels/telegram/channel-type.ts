import { z } from 'zod';
import { channelType } from '../channel-type.ts';
import { telegramInputSchema } from './telegram.ts';

/** A bot that sends messages to a chat. */
export const telegramType = channelType({
  settings: z.object({ botToken: telegramInputSchema.shape.botToken, chatId: telegramInputSchema.shape.chatId }),
  secrets: ['botToken'],
  verifiedBy: 'test',
});
