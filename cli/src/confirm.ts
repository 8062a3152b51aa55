import type { Context } from './command.ts';

/** Variables that a build, or a coding assistant, sets for the commands that it runs. */
const UNATTENDED = [
  'CI',
  'AI_AGENT',
  'AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE',
  'CURSOR_AGENT',
  'CODEX_SANDBOX',
  'GEMINI_CLI',
  'OPENCODE',
  'AIDER',
  'COPILOT_AGENT',
  'REPLIT_AGENT',
] as const;

/** Whether nobody who could answer a question watches. */
export function isUnattended(env: NodeJS.ProcessEnv): boolean {
  return UNATTENDED.some((name) => !['', '0', 'false', undefined].includes(env[name]));
}

/**
 * Asks a person, who types `answer`, by default yes; anyone else gets the command that confirms. Returns whether to go
 * on. A program that reads `--json` gets `plan` with that command.
 */
export async function confirm(
  { io, stdin, env, isJson }: Context,
  question: string,
  { command, plan, answer }: { command: string; plan: object; answer?: string },
): Promise<boolean> {
  if (isJson) {
    io.print(JSON.stringify({ status: 'confirmation_required', ...plan, confirmCommand: command }, null, 2));
    return false;
  }
  if (stdin.isTTY !== true || isUnattended(env)) {
    io.print(`\nNothing was changed. To confirm it, run:\n  ${command}`);
    return false;
  }
  io.error(answer === undefined ? `${question} [y/N]` : `${question} Type ${answer} to go on.`);
  const isExpected = (text: string) => (answer === undefined ? /^y(es)?$/i.test(text) : text === answer);
  for await (const part of stdin) return isExpected(String(part).trim());
  return false;
}

/** A command as a shell takes it, with what confirms it. */
export function confirmingCommand(args: readonly string[]): string {
  const quoted = args.map((arg) => (/^[\w./:@%+=,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`));
  return ['farwatch', ...quoted, '--yes'].join(' ');
}
