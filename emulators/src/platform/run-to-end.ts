import { endGuard } from './guard.ts';
import { explain } from './problem.ts';

/** Runs a command and ends the process, with the command's exit code, or with 1 after printing its error. */
export async function runToEnd(work: () => Promise<number>): Promise<never> {
  const code = await work().catch((error: unknown) => {
    console.error(explain(error));
    return 1;
  });
  await endGuard();
  process.exit(code);
}
