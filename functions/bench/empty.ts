import { onCall } from 'firebase-functions/v2/https';

/** A function of nothing: what `npm run bench -- start` measures the others beside. */
export const empty = onCall(() => null);
