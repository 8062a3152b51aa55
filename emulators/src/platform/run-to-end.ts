import { endGuard } from './guard.ts';
import { explain } from './problem.ts';

/** Does a command's work and ends the process: with the exit code that it gives, or with 1 after saying what went wrong. */
export async function runToEnd(work: () => Promise<number>): Promise<never> {
  const code = await work().catch((error: unknown) => {
    console.error(explain(error));
    return 1;
  });
  await endGuard();
  process.exit(code);
}
