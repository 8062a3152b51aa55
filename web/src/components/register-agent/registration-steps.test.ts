import { expect, it } from 'vitest';
import { DEVICE_TYPES, deviceTypeOf, oneLine, registrationSteps } from './registration-steps.ts';

const target = { origin: 'https://farwatch.test', code: 'agent1-secret' };

it('one line fetches the installer and hands it the link, whose only special characters are quoted', () => {
  expect(oneLine(target)).toBe(
    "curl -fsSL https://farwatch.test/agent/install.sh | sh -s -- 'https://farwatch.test/agent/register?code=agent1-secret'",
  );
});

it.each(DEVICE_TYPES)('%s: the last command joins with the code and runs the agent', (system) => {
  const last = registrationSteps(system, target).at(-1)?.command ?? '';
  expect(last).toContain('register agent1-secret --server https://farwatch.test && ');
  expect(last).toMatch(/ run$/);
});

it.each(DEVICE_TYPES)('%s: the program is fetched from where it joins, and nothing is built', (system) => {
  const commands = registrationSteps(system, target).map(({ command }) => command);
  expect(commands).toContain('curl -fsSLO https://farwatch.test/agent/farwatch-agent.mjs');
  expect(commands.join()).not.toContain('npm');
});

it.each(DEVICE_TYPES)('%s: nothing in a command needs quotes, in any shell', (system) => {
  for (const { command } of registrationSteps(system, target)) expect(command).toMatch(/^[\w\s:/.~&-]*$/);
});

it.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'computer'],
  ['', 'computer'],
])('%s is shown the way of: %s', (userAgent, system) => {
  expect(deviceTypeOf(userAgent)).toBe(system);
});
