import { Problem } from '../outcome.ts';

/** Throws Problem where the agent does not run: its lock and its files need what Windows does not have. */
export function refuseWindows(platform: string): void {
  if (platform !== 'win32') return;
  throw new Problem(
    'Windows is not supported: run the agent on Linux, macOS or Android, or on Windows in WSL or Docker.',
  );
}
