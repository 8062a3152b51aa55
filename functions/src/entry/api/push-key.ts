import { pushCalls } from '@farwatch/core/contracts/api/push';
import { vapidKeys } from '../../domain/channels/push/vapid.ts';
import { route } from '../../platform/http/route.ts';

export const getPushKey = route(pushCalls.key, {
  run: async (run) => ({ publicKey: (await vapidKeys(run)).publicKey }),
});
