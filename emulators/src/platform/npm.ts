import { delimiter } from 'node:path';
import { binDir, rootDir } from './paths.ts';
import { startService } from './service.ts';

/** Runs npm in the top folder with this Node and its output to that file, and returns its exit code. */
export async function npm(args: readonly string[], env: NodeJS.ProcessEnv, logFile: string): Promise<number | null> {
  const cli = process.env.npm_execpath;
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []];
  const path = [binDir, env.PATH ?? ''].join(delimiter);
  const service = await startService({
    name: `npm ${args.join(' ')}`,
    command,
    args: [...first, ...args],
    cwd: rootDir,
    env: { ...env, PATH: path },
    logFile,
  });
  const { code } = await service.exited;
  await service.stop();
  return code;
}
