import type { ParseArgsOptionsConfig } from 'node:util';
import type { Client } from './client.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

/** The system as commands use it. */
export type System = {
  env: NodeJS.ProcessEnv;
  stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean };
  io: Terminal;
  sleep(ms: number): Promise<unknown>;
};

/** What a command has. `client` and `settings` throw Problem without a login. */
export type Context = System & {
  isJson: boolean;
  client(): Promise<Client>;
  settings(): Promise<Settings>;
};

export type Values = { [name: string]: string | boolean | undefined };

/** A command. Its `run` returns the exit code. */
export type Command = {
  summary: string;
  /** After `farwatch`, one for each form. */
  usage: readonly string[];
  examples: readonly string[];
  options?: ParseArgsOptionsConfig;
  run(context: Context, positionals: readonly string[], values: Values): Promise<number>;
};
