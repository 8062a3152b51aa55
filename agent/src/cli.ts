import './threads.ts';
import { parseArgs } from 'node:util';
import { HELP } from './commands/help.ts';
import { Problem } from './commands/problem.ts';
import { APP_VERSION } from './device/identity.ts';

const COMMON = { dir: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

async function main([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case 'register':
      return registerCommand(args);
    case 'run':
      return runCommand(args);
    case 'status':
      return statusCommand(args);
    case '--version':
    case '-v':
      console.log(APP_VERSION);
      return 0;
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      console.log(HELP.overview);
      return command === undefined ? 1 : 0;
    default:
      throw new Problem(`There is no command ${command}. See farwatch-agent --help.`);
  }
}

async function registerCommand(args: string[]): Promise<number> {
  const options = { ...COMMON, server: { type: 'string' }, force: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return showHelp('register');
  const [linkOrCode, ...more] = positionals;
  if (linkOrCode === undefined) throw new Problem('What to join with? Give the registration link of the Agents page.');
  if (more.length > 0) throw new Problem('Only one link or code can be given; put a link in quotes.');
  const { register } = await import('./commands/register.ts');
  await register(linkOrCode, values);
  return 0;
}

async function runCommand(args: string[]): Promise<number> {
  const options = {
    ...COMMON,
    'allow-private': { type: 'boolean' },
    'per-host': { type: 'string' },
    witness: { type: 'string', multiple: true },
    verbose: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.help) return showHelp('run');
  const { run } = await import('./commands/run.ts');
  const { dir, witness = [], verbose = false, 'per-host': perHost, 'allow-private': allowPrivate = false } = values;
  return run({ dir, witnesses: witness, verbose, allowPrivate, perHost });
}

async function statusCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: COMMON });
  if (values.help) return showHelp('status');
  const { status } = await import('./commands/status.ts');
  await status(values);
  return 0;
}

function showHelp(topic: keyof typeof HELP): number {
  console.log(HELP[topic]);
  return 0;
}

/** For bad arguments the message of parseArgs is already one sentence. */
function isBadArguments(error: unknown): error is Error {
  return error instanceof Error && ((error as NodeJS.ErrnoException).code ?? '').startsWith('ERR_PARSE_ARGS');
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof Problem || isBadArguments(error)) console.error(error.message);
    else console.error(error);
    process.exit(error instanceof Problem ? error.exitCode : 1);
  },
);
