import { expect, it } from 'vitest';
import { DEVICE_TYPES, deviceTypeOf, installCommand, registrationSteps } from './registration-steps.ts';

const target = { origin: 'https://farwatch.test', code: 'agent1-secret' };

it('passes the quoted link to the installer', () => {
  expect(installCommand(target)).toBe(
    "curl -fsSL https://farwatch.test/agent/install.sh | sh -s -- 'https://farwatch.test/agent/register?code=agent1-secret'",
  );
});

it.each(DEVICE_TYPES)('%s: the last command registers with the code and runs the agent', (type) => {
  const last = registrationSteps(type, target).at(-1)?.command ?? '';
  expect(last).toContain('register agent1-secret --server https://farwatch.test && ');
  expect(last).toMatch(/ run$/);
});

it.each(DEVICE_TYPES)('%s: downloads the program from the server, without npm', (type) => {
  const commands = registrationSteps(type, target).map(({ command }) => command);
  expect(commands).toContain('curl -fsSLO https://farwatch.test/agent/farwatch-agent.mjs');
  expect(commands.join()).not.toContain('npm');
});

it.each(DEVICE_TYPES)('%s: no command needs quotes', (type) => {
  for (const { command } of registrationSteps(type, target)) expect(command).toMatch(/^[\w\s:/.~&-]*$/);
});

it.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'computer'],
  ['', 'computer'],
])('%s is the device type %s', (userAgent, type) => {
  expect(deviceTypeOf(userAgent)).toBe(type);
});
