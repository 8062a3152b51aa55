import type { ChannelName } from '@farwatch/core/values/channels/channels';
import type { ChannelForm } from './channel-form.ts';
import { telegramForm } from './telegram/telegram-part.tsx';

/** The form of each channel (docs/architecture.md, Extension points). */
export const CHANNEL_FORMS: Record<ChannelName, ChannelForm> = { telegram: telegramForm };
