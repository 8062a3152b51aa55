import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { createClient } from './client.ts';
import type { Command, Context, System } from './command.ts';
import { activity } from './commands/activity.ts';
import { api } from './commands/api.ts';
import { apply } from './commands/apply.ts';
import { check } from './commands/check.ts';
import { completionOf } from './commands/completion.ts';
import { exportFile } from './commands/export.ts';
import { history } from './commands/history.ts';
import { importFiles } from './commands/import.ts';
import { incidents } from './commands/incidents.ts';
import { keys } from './commands/keys.ts';
import { login, logout } from './commands/login.ts';
import { logs } from './commands/logs.ts';
import { mcp } from './commands/mcp.ts';
import { monitors } from './commands/monitors.ts';
import { plan } from './commands/plan.ts';
import { status } from './commands/status.ts';
import { EXIT, Problem } from './problem.ts';
import { findSettings } from './settings.ts';

/** The commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login,
  logout,
  keys,
  status,
  monitors,
  incidents,
  check,
  plan,
  apply,
  export: exportFile,
  import: importFiles,
  history,
  logs,
  activity,
  mcp,
  api,
  completion: completionOf(() => Object.keys(COMMANDS)),
};

const COMMON = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string' },
  'key-file': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Runs the command of these arguments and returns its exit code; throws Problem if it cannot run. */
export async function runCommandLine([name, ...args]: readonly string[], system: System): Promise<number> {
  const { io } = system;
  if (name === '--version' || name === '-v') {
    io.print(manifest.version);
    return EXIT.ok;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    io.print(args[0] === undefined ? overview() : helpOf(args[0]));
    return name === undefined ? EXIT.failed : EXIT.ok;
  }
  const command = commandOf(name);
  const options = { ...command.options, ...COMMON };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help === true) {
    io.print(helpOf(name));
    return EXIT.ok;
  }
  const settings = () => findSettings({ url: values.url, 'key-file': values['key-file'] }, system.env);
  const context: Context = {
    ...system,
    isJson: values.json === true,
    settings,
    client: async () => createClient(await settings(), system.sleep),
  };
  return command.run(context, positionals, values as Record<string, string | boolean>);
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Problem(`Unknown command ${name}. See farwatch help.`);
  return command;
}

function overview(): string {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Farwatch on the command line

Usage: farwatch <command> [options]

${lines.join('\n')}

Options of all commands:
  --json             the API's answer instead of text
  --url <address>    the installation, else FARWATCH_URL, else login's
  --key-file <file>  a file with the key, else FARWATCH_API_KEY, else login's

Exit codes: 0 as expected, 1 failed or down, 2 differs or needs --yes
Help: farwatch help <command>`;
}

function helpOf(name: string): string {
  const { summary, usage, examples } = commandOf(name);
  const parts = [
    `${summary}\n`,
    ...usage.map((each, index) => `${index === 0 ? 'Usage:' : '      '} farwatch ${each}`),
    '',
    'Examples:',
    ...examples.map((each) => `  farwatch ${each}`),
  ];
  return parts.join('\n');
}
