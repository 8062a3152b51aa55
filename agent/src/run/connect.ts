import { setTimeout as sleep } from 'node:timers/promises';
import { retryDelay } from '../check-in/next-step.ts';
import { finalSentence } from '../client/failure.ts';
import type { Session } from '../client/session.ts';
import type { Log } from '../log.ts';

/** Signs in, however long it takes. Returns the sentence for which the agent has to stop, or null. */
export async function connect(session: Session, log: Log, signal: AbortSignal): Promise<string | null> {
  for (let failures = 0; !signal.aborted; ) {
    const failure = await session.signIn();
    if (!failure) return null;
    const sentence = finalSentence(failure);
    if (sentence !== null) return sentence;
    failures += 1;
    if (failures === 1) {
      const why =
        failure.kind === 'trouble' ? failure.text : failure.kind === 'refused' ? failure.refusal.reason : 'signed out';
      log.trouble(`The server cannot be reached (${why}). Trying again.`);
    }
    await pause(retryDelay(failures, Math.random()), signal);
  }
  return null;
}

/** Waits so long, or until stopped. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined); // stopped
}
