import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { texts } from '../texts/texts.ts';

const COMMANDS = ['register', 'run', 'check', 'doctor', 'unregister', 'status'] as const;

export type HelpTopic = (typeof COMMANDS)[number] | 'overview';

const OPTION_COLUMNS = 20;
const COMMAND_COLUMNS = 33;

/** Returns the text of `--help` for a command, or for all of them. */
export function helpOf(topic: HelpTopic): string {
  return topic === 'overview' ? overview() : `${commandHelp(topic)}\n`;
}

function overview(): string {
  const { title, usage, commands, exitCodes, exits, settings } = texts().help;
  const command = (name: string, text: string) => row(`farwatch-agent ${name}`, text, COMMAND_COLUMNS);
  return [
    title,
    '',
    usage,
    command('register <link>', commands.register),
    command('run', commands.run),
    command('status', commands.status),
    command('check <url>', commands.check),
    command('doctor', commands.doctor),
    command('unregister', commands.unregister),
    command('<command> --help', commands.help),
    command('--version', commands.version),
    '',
    exitCodes,
    ...Object.values(exits).map((text, code) => row(String(code), text, 3)),
    '',
    `${settings}\n`,
    row('--lang <code>', texts().help.flags.lang(LANGUAGE_CODES.join(', ')), OPTION_COLUMNS),
    '',
  ].join('\n');
}

/** How each command is called. */
const USAGES: Record<Exclude<HelpTopic, 'overview'>, readonly string[]> = {
  register: ['register <link>', 'register <code> --server <address>'],
  run: ['run'],
  check: ['check <url>'],
  doctor: ['doctor'],
  unregister: ['unregister'],
  status: ['status'],
};

function commandHelp(command: Exclude<HelpTopic, 'overview'>): string {
  const { about, usage, options } = texts().help;
  const calls = USAGES[command].map((call) => `  farwatch-agent ${call}`);
  return [about[command], '', usage, ...calls, '', options, ...optionsOf(command)].join('\n');
}

function optionsOf(command: Exclude<HelpTopic, 'overview'>): string[] {
  const { flags } = texts().help;
  const option = (name: string, text: string) => row(name, text, OPTION_COLUMNS);
  const network = [
    option('--allow-private', flags.allowPrivate),
    option(
      '--reference-site <site>',
      `${flags.referenceSite}\n--reference-site 'https://www.example.com/ping 200 pong'`,
    ),
  ];
  const own = {
    register: [option('--server <address>', flags.server), option('--force', flags.force)],
    run: [
      ...network,
      option('--per-host <n>', flags.perHost),
      option('--link <link>', flags.link),
      option('--no-update', flags.noUpdate),
      option('--verbose', flags.verbose),
    ],
    check: [option('--options <file>', flags.options), ...network],
    doctor: network,
    unregister: [],
    status: [],
  }[command];
  return [
    ...own,
    option('--dir <folder>', flags.dir),
    option('--json', flags.json),
    option('--lang <code>', flags.lang(LANGUAGE_CODES.join(', '))),
  ];
}

/** A name and its text, whose lines begin at that column; the name has a line of its own if it is too long. */
function row(name: string, text: string, columns: number): string {
  const indent = ' '.repeat(columns + 2);
  const lines = text.split('\n').join(`\n${indent}`);
  return name.length < columns ? `  ${name.padEnd(columns)}${lines}` : `  ${name}\n${indent}${lines}`;
}
