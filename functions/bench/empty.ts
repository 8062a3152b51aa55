import { onCall } from 'firebase-functions/v2/https';

/** An empty function, the baseline of `npm run bench -- start`. */
export const empty = onCall(() => null);
