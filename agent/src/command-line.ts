import { parseArgs } from 'node:util';
import { useProxy } from './client/proxy.ts';
import { type HelpTopic, helpOf } from './commands/help.ts';
import { refuseWindows } from './commands/platform.ts';
import { APP_VERSION } from './device/identity.ts';
import { EXIT, Problem } from './outcome.ts';
import { isYes, loadSettings, useLanguage } from './settings.ts';
import { language, texts } from './texts/texts.ts';

const COMMON = { dir: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
const NETWORK = { 'allow-private': { type: 'boolean' }, 'reference-site': { type: 'string', multiple: true } } as const;

/** The commands. Each takes the arguments after its name, and returns the exit code. */
const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  register: registerCommand,
  run: runCommand,
  status: statusCommand,
  check: checkCommand,
  doctor: doctorCommand,
  unregister: unregisterCommand,
};

/** Runs the command of these arguments and returns its exit code; throws if it cannot run. */
export async function runCommandLine(all: string[]): Promise<number> {
  const { code, others } = takeLanguage(all);
  if (code !== undefined) process.env.FARWATCH_LANG = code;
  useLanguage(process.env, isJson(all));
  const [command, ...args] = others;
  refuseWindows(process.platform);
  switch (command) {
    case '--version':
    case '-v':
      console.log(isJson(args) ? JSON.stringify({ version: APP_VERSION, node: process.version }) : APP_VERSION);
      return EXIT.ok;
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      console.log(helpOf('overview'));
      return command === undefined ? EXIT.problem : EXIT.ok;
    default: {
      const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
      if (!run) throw new Problem(texts().command.unknown(command));
      return run(args);
    }
  }
}

async function registerCommand(args: string[]): Promise<number> {
  const options = { ...COMMON, server: { type: 'string' }, force: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return showHelp('register');
  const [linkOrCode, ...more] = positionals;
  if (linkOrCode === undefined) throw new Problem(texts().command.noLink);
  if (more.length > 0) throw new Problem(texts().command.severalLinks);
  const { dir, json } = await loadSettings(values);
  useProxy();
  const { register } = await import('./commands/register.ts');
  await register(linkOrCode, { ...values, dir, json });
  return EXIT.ok;
}

async function runCommand(args: string[]): Promise<number> {
  const options = {
    ...COMMON,
    ...NETWORK,
    'per-host': { type: 'string' },
    link: { type: 'string' },
    'no-update': { type: 'boolean' },
    verbose: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.help) return showHelp('run');
  const settings = await loadSettings(values);
  useProxy();
  const { run } = await import('./commands/run.ts');
  return run(settings);
}

async function statusCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: COMMON });
  if (values.help) return showHelp('status');
  const { status } = await import('./commands/status.ts');
  return status(await loadSettings(values));
}

async function checkCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { ...COMMON, ...NETWORK, options: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.help) return showHelp('check');
  const [url, ...more] = positionals;
  if (url === undefined) throw new Problem(texts().command.noUrl);
  if (more.length > 0) throw new Problem(texts().command.severalUrls);
  const { check } = await import('./commands/check.ts');
  return check(url, await loadSettings(values), values.options);
}

async function doctorCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { ...COMMON, ...NETWORK } });
  if (values.help) return showHelp('doctor');
  const settings = await loadSettings(values);
  useProxy();
  const { doctor } = await import('./commands/doctor.ts');
  return doctor(settings);
}

async function unregisterCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: COMMON });
  if (values.help) return showHelp('unregister');
  const { unregister } = await import('./commands/unregister.ts');
  await unregister(await loadSettings(values));
  return EXIT.ok;
}

/** Returns the last value of `--lang`, which may stand before and after the command, and all other arguments. */
function takeLanguage(args: readonly string[]): { code: string | undefined; others: string[] } {
  const others: string[] = [];
  let code: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const each = args[at] ?? '';
    if (each === '--lang') code = args[++at] ?? '';
    else if (each.startsWith('--lang=')) code = each.slice('--lang='.length);
    else others.push(each);
  }
  return { code, others };
}

function showHelp(topic: HelpTopic): number {
  console.log(helpOf(topic));
  return EXIT.ok;
}

/** Whether the output is JSON. It is for invalid arguments, too: a program that reads JSON needs the error as JSON. */
function isJson(args: readonly string[]): boolean {
  return args.includes('--json') || isYes(process.env.FARWATCH_JSON);
}

/** Returns the output for a failed command, for a person or (with `--json`) a program, and its exit code. */
export function failureOf(error: unknown, args: readonly string[]): { output: unknown; exitCode: number } {
  const sentence = sentenceOf(error);
  const exitCode = error instanceof Problem ? error.exitCode : EXIT.problem;
  if (isJson(args)) return { output: JSON.stringify({ error: sentence ?? String(error), exitCode }), exitCode };
  return { output: sentence ?? error, exitCode };
}

/** Returns the message for a problem that a person can solve; null for a bug. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Problem) return error.message;
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS')) return language() === 'en' ? message : argumentProblem(code, message);
  if (code !== 'EACCES' && code !== 'EPERM') return null;
  return texts().command.noAccess(path ?? texts().command.someFile);
}

/** Node's message about an argument, which quotes it, in the language of the process. */
function argumentProblem(code: string, message: string): string {
  const { unknownOption, optionValue, unexpected } = texts().command;
  const argument = /'([^' ]+)/.exec(message)?.[1] ?? '';
  if (code.endsWith('UNKNOWN_OPTION')) return unknownOption(argument);
  return code.endsWith('INVALID_OPTION_VALUE') ? optionValue(argument) : unexpected(argument);
}
