import type { pauseInputSchema } from '@farwatch/core/contracts/api/monitors';
import { pauseEndProblem } from '@farwatch/core/decisions/monitors/pauses';
import type { Pause } from '@farwatch/core/values/pause';
import type { z } from 'zod';
import type { Run } from '../../../platform/db/run.ts';
import { fieldError } from '../../../platform/http/errors.ts';

/** Returns the pause that a call requests. Throws ApiError invalid if it cannot end then. */
export function requestedPause({ nowMs }: Run, { paused, untilMs }: z.output<typeof pauseInputSchema>): Pause {
  const pause = { paused, pausedUntilMs: untilMs };
  const message = pauseEndProblem(pause, nowMs);
  if (message) throw fieldError('untilMs', message);
  return pause;
}
