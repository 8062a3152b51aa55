import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { createLog } from './log.ts';
import { Problem } from './outcome.ts';
import { agentFolder } from './state/folder.ts';
import { KNOWN_LANGUAGES, languageFrom, setLanguage, texts } from './texts/texts.ts';

/**
 * What a person can set by flags, by the environment (`FARWATCH_PER_HOST` …) and in the settings file, in this order.
 */
export type Settings = {
  dir: string | undefined;
  allowPrivate: boolean;
  /** How many checks of one host may begin a second, as typed. */
  perHost: string | undefined;
  /** As typed: a URL, its status, a text. */
  referenceSites: string[];
  verbose: boolean;
  json: boolean;
  /** The registration link to use if no agent is registered. */
  link: string | undefined;
  /** Whether it updates itself: a supervisor restarts it, and no setting forbids it. */
  updates: boolean;
};

/** The flags of a command, as parseArgs gives them. */
export type Flags = {
  dir?: string | undefined;
  'allow-private'?: boolean | undefined;
  'per-host'?: string | undefined;
  'reference-site'?: string[] | undefined;
  verbose?: boolean | undefined;
  json?: boolean | undefined;
  link?: string | undefined;
  'no-update'?: boolean | undefined;
};

type Environment = Record<string, string | undefined>;

/** The usual variables of a proxy; programs read either case. */
export const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];

const IN_FILE: ReadonlySet<string> = new Set([
  'FARWATCH_ALLOW_PRIVATE',
  'FARWATCH_PER_HOST',
  'FARWATCH_REFERENCE_SITE',
  'FARWATCH_VERBOSE',
  'FARWATCH_JSON',
  'FARWATCH_LANG',
  'FARWATCH_LINK',
  'FARWATCH_NO_UPDATE',
  ...PROXY_VARIABLES,
]);

/**
 * The environment with what the file's lines (`NAME=value`) add to it. `unknown`: names that it cannot set and that do
 * not count, since they may be a later version's, after which this one runs again.
 */
export function withFile(env: Environment, text: string): { env: Environment; unknown: string[] } {
  const lines = Object.entries(parseEnv(text));
  const given = lines.filter(([name]) => IN_FILE.has(name));
  const unknown = lines.flatMap(([name]) => (IN_FILE.has(name) ? [] : [name]));
  return { env: { ...Object.fromEntries(given), ...env }, unknown };
}

/** Flags before the environment, before the defaults. Throws Problem for what is neither yes nor no. */
export function readSettings(flags: Flags, env: Environment): Settings {
  const isOn = (name: string) => readYesNo(name, env[name]);
  const lines = (env.FARWATCH_REFERENCE_SITE ?? '').split('\n').map((line) => line.trim());
  return {
    dir: flags.dir ?? given(env.FARWATCH_DIR),
    allowPrivate: flags['allow-private'] ?? isOn('FARWATCH_ALLOW_PRIVATE'),
    perHost: flags['per-host'] ?? given(env.FARWATCH_PER_HOST),
    referenceSites: flags['reference-site'] ?? lines.filter((line) => line !== ''),
    verbose: flags.verbose ?? isOn('FARWATCH_VERBOSE'),
    json: flags.json ?? isOn('FARWATCH_JSON'),
    link: flags.link ?? given(env.FARWATCH_LINK),
    updates: isOn('FARWATCH_SUPERVISED') && !(flags['no-update'] ?? isOn('FARWATCH_NO_UPDATE')),
  };
}

/**
 * The settings of a command. What the file of the agent's folder sets becomes part of this process's environment, since
 * proxies are read from there; names that it cannot set are reported. Throws Problem for an invalid setting.
 */
export async function loadSettings(flags: Flags): Promise<Settings> {
  const { dir } = readSettings(flags, process.env);
  const text = await readFile(agentFolder(dir).settings, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const { env, unknown } = withFile(process.env, text);
  Object.assign(process.env, env);
  const settings = readSettings(flags, process.env);
  useLanguage(process.env, settings.json);
  for (const name of unknown) {
    createLog(settings).warn(`Unknown setting ${name} in settings.env: ignored.`);
  }
  return settings;
}

/**
 * Sets the language of what people read; JSON is in English, as its readers are programs. Throws Problem for a language
 * that there is none of.
 */
export function useLanguage(env: Environment, isJson: boolean): void {
  const chosen = languageFrom(env);
  if (chosen === null) throw new Problem(texts().command.unknownLanguage(env.FARWATCH_LANG ?? '', KNOWN_LANGUAGES));
  setLanguage(isJson ? 'en' : chosen);
}

/** A variable that is set to nothing is as good as not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/** Whether a variable's value means yes. */
export function isYes(value = ''): boolean {
  return /^(1|yes|true|on)$/i.test(value);
}

function readYesNo(name: string, value = ''): boolean {
  if (isYes(value)) return true;
  if (/^(0|no|false|off)?$/i.test(value)) return false;
  throw new Problem(texts().command.yesOrNo(name, value));
}
