import { Problem } from '../outcome.ts';
import { texts } from '../texts/texts.ts';

/** Throws Problem where the agent does not run: its lock and its files need what Windows does not have. */
export function refuseWindows(platform: string): void {
  if (platform !== 'win32') return;
  throw new Problem(texts().command.windows);
}
