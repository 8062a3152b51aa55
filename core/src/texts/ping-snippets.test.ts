import { expect, it } from 'vitest';
import { SNIPPETS, snippetOf } from './ping-snippets.ts';

/** The commands for curl of a snippet. */
const commandsOf = (name: (typeof SNIPPETS)[number]) =>
  snippetOf(name, 'https://farwatch.test/ping/key').match(/curl [^\n]*/g) ?? [];

it.each([
  ['curl', 1],
  ['shell', 2],
  ['cron', 1],
  ['systemd', 2],
] as const)('a ping of %s that cannot be sent does not hold up the job', (name, count) => {
  const commands = commandsOf(name);
  expect(commands).toHaveLength(count);
  for (const command of commands) expect(command).toMatch(/ -m 10 --retry \d+ --retry-max-time 30 /);
});

it.each(SNIPPETS)('%s never sends a body as a form', (name) => {
  for (const command of commandsOf(name)) {
    expect(command.includes('--data')).toBe(command.includes("-H 'Content-Type: text/plain'"));
  }
});
