import { pushCalls } from '@farwatch/core/contracts/api/push';
import { vapidKeys } from '../../channels/push/vapid.ts';
import { route } from '../route.ts';

export const getPushKey = route(pushCalls.key, {
  run: async (run) => ({ publicKey: (await vapidKeys(run)).publicKey }),
});
