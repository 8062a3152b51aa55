import { z } from 'zod';
import { apiCall } from './call.ts';

export const pushCalls = {
  key: apiCall({
    method: 'get',
    path: '/v1/push-key',
    scope: 'read',
    role: 'editor',
    summary: 'The public key (VAPID, base64url) with which a browser subscribes to notifications',
    output: z.object({ publicKey: z.string() }),
  }),
};
