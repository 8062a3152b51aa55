import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../command-line.ts';
import { describeProblem, EXIT } from '../problem.ts';
import { terminal } from '../terminal.ts';

export type RunOptions = {
  stdin?: string;
  isTTY?: boolean;
  env?: NodeJS.ProcessEnv;
  sleep?: (ms: number) => Promise<void>;
};
export type Ran = { code: number; out: string; err: string };

/** The command line on a computer of its own. */
export type TestProgram = {
  /** The folder of settings. */
  home: string;
  /** Runs a command as the user would, logged in by the environment unless `env` is another. */
  run(args: string[], options?: RunOptions): Promise<Ran>;
  close(): Promise<void>;
};

/** The API on a socket, and its clock. */
type Api = { origin: string; clock: { nowMs: number } };

export async function newProgram(api: Api, key: string): Promise<TestProgram> {
  const home = await mkdtemp(join(tmpdir(), 'farwatch-cli-'));
  return {
    home,
    close: () => rm(home, { recursive: true }),
    async run(args, { stdin = '', isTTY = false, env, sleep = async () => {} } = {}) {
      const printed = { out: '', err: '' };
      const stream = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
      const lines = (async function* () {
        yield stdin;
      })();
      const input = Object.assign(lines, { isTTY });
      // Some calls of a test come at once; an account may make a few in a second.
      api.clock.nowMs += 10_000;
      const given = { XDG_CONFIG_HOME: home, ...(env ?? { FARWATCH_URL: api.origin, FARWATCH_API_KEY: key }) };
      const io = terminal(stream('out'), stream('err'), given);
      const code = await runCommandLine(args, { env: given, stdin: input, io, sleep }).catch((error: unknown) => {
        printed.err += describeProblem(error);
        return EXIT.failed;
      });
      return { code, ...printed };
    },
  };
}
