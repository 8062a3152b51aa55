import { setTimeout as sleep } from 'node:timers/promises';
import { runCommandLine } from './command-line.ts';
import { describeProblem, EXIT } from './problem.ts';
import { terminal } from './terminal.ts';

const io = terminal(process.stdout, process.stderr, process.env);
// A reader that has enough, such as `head`, closes the pipe: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed),
);
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), { env: process.env, stdin: process.stdin, io, sleep });
} catch (error) {
  io.error(describeProblem(error));
  process.exitCode = EXIT.failed;
}
