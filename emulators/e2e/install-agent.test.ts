import { NEWEST_AGENT } from '@farwatch/core/values/release';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import type { LocalServer } from '../src/platform/local-server.ts';
import { database, makeAccount } from './testing/accounts.ts';
import { type AgentProxy, startAgentProxy } from './testing/agent-proxy.ts';
import { makeAdmin, rowOf } from './testing/agents-screen.ts';
import { openPage, signIn, startBrowser } from './testing/browser.ts';
import { callApi } from './testing/call-api.ts';
import { type CleanMachine, missingRequirement, startCleanMachine, startNodeMirror } from './testing/clean-machine.ts';
import { chooseAction, createAgent, dialog } from './testing/registration-screen.ts';

const { origin, targets } = addressesFromEnv();
/** Enough time for an update: a download and restarts five seconds apart. */
const UPDATED = { timeout: 3 * 60_000 };
const NAME = 'Clean machine';
const problems: string[] = [];
/** Files that the system itself writes. */
const SYSTEM_FILES =
  /^\/(etc\/((passwd|group|shadow|gshadow|subuid|subgid)-|\.pwd\.lock|machine-id)|var\/(log|lib\/systemd|cache)\b)/;
const missing = missingRequirement();
let browser: Browser;
let machine: CleanMachine;
let mirror: LocalServer;
let server: AgentProxy;

beforeAll(async () => {
  if (missing !== null) return;
  browser = await startBrowser();
  mirror = await startNodeMirror();
  server = await startAgentProxy();
});

afterAll(async () => {
  await browser?.close();
  await mirror?.close();
  await server?.close();
  await machine?.stop();
  expect(problems).toEqual([]);
});

async function filesOfMachine(): Promise<string[]> {
  const { text } = await machine.run('find / -xdev | sort');
  return text.split('\n').filter((path) => path !== '' && !SYSTEM_FILES.test(path));
}

/** The agent's bundle with another version. */
async function bundleOf(version: string): Promise<string> {
  const own = await (await fetch(`${origin}/agent/farwatch-agent.mjs`)).text();
  return own.replaceAll(`version:"${NEWEST_AGENT.version}"`, `version:"${version}"`);
}

it('the installer turns a clean machine into an agent that checks and updates itself, and uninstalls it completely', async ({
  skip,
}) => {
  if (missing !== null) skip(missing);
  await machine?.stop();
  machine = await startCleanMachine({ FARWATCH_NODE_MIRROR: mirror.origin });
  const before = await filesOfMachine();
  const admin = await makeAdmin();
  await createAgent(admin, NAME, 'bd');
  const page = await openPage(browser, problems);
  await signIn(page, admin);
  await page.getByRole('link', { name: 'Agents' }).click();
  await chooseAction(page, NAME, 'Manage Agent');
  const shown = await dialog(page)
    .getByText(/install\.sh/)
    .textContent();
  const line = (shown ?? '').replaceAll(origin, server.origin);
  // The demo sites and the reference site are on this machine.
  const settings = `FARWATCH_ALLOW_PRIVATE=yes\\nFARWATCH_REFERENCE_SITE="${targets}/ok 200 All is well"\\n`;
  await machine.run(`mkdir /var/lib/farwatch-agent; printf '${settings}' >/var/lib/farwatch-agent/settings.env`);

  const installed = await machine.run(line);
  expect(installed).toMatchObject({ code: 0, text: expect.stringContaining(`agent “${NAME}” in Bangladesh`) });
  await dialog(page).getByText('Active', { exact: true }).waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await rowOf(page, NAME).getByText('Active', { exact: true }).waitFor();
  expect((await machine.run('systemd-analyze verify farwatch-agent.service')).text).not.toContain('farwatch');
  expect((await machine.run('farwatch-agent status --json')).code).toBe(0);
  const user = 'stat -c %U /proc/$(systemctl show --property=MainPID --value farwatch-agent)';
  expect((await machine.run(user)).text).toBe('farwatch\n');

  const owner = await makeAccount('Omar Owner');
  const made = { name: 'Installed', locations: ['bd'], endpoints: [{ url: `${targets}/site/installed` }] };
  const { id: monitorId } = (await callApi(owner, 'POST', '/monitors', made)) as { id: string };
  const endpoints = database().collection('endpoints').where('ownerId', '==', owner.uid);
  await expect.poll(async () => (await endpoints.get()).docs.map((each) => each.get('status'))).toEqual(['up']);

  expect(await machine.run(line)).toMatchObject({ code: 0, text: expect.stringContaining('is already an agent') });
  await machine.run('systemctl kill --signal=KILL farwatch-agent');
  const restarts = () => machine.run('systemctl show --property=NRestarts,ActiveState farwatch-agent');
  await expect
    .poll(async () => (await restarts()).text)
    .toMatch(/NRestarts=1\nActiveState=active|ActiveState=active\nNRestarts=1/);

  // A report follows a requested check, and its response names the newest version.
  const agents = database().collection('agents').where('ownerId', '==', admin.uid);
  const reported = async (): Promise<{ version: string; atMs: number }> => {
    const [agent] = (await agents.get()).docs;
    return { version: agent?.get('device.appVersion'), atMs: agent?.get('lastReportAt').toMillis() };
  };
  const report = async () => {
    const { atMs: before } = await reported();
    // If requested too soon, the check is refused; then the regular report within two minutes counts.
    await callApi(owner, 'POST', `/monitors/${monitorId}/test`).catch(() => undefined);
    await expect.poll(async () => (await reported()).atMs, UPDATED).toBeGreaterThan(before);
  };
  const version = async () => (await reported()).version;
  const log = async () => (await machine.run('journalctl -u farwatch-agent')).text;
  expect(await version()).toBe(NEWEST_AGENT.version);
  server.deploy('8.0.0', await bundleOf('8.0.0'));
  await report();
  await expect.poll(version, UPDATED).toBe('8.0.0');
  await expect.poll(log).toContain('Version 8.0.0 works. Keeping it.');
  expect((await machine.run('farwatch-agent --version')).text).toBe('8.0.0\n');

  server.deploy('9.0.0', 'throw new Error("this version is broken");');
  await report();
  await expect
    .poll(log, UPDATED)
    .toMatch(/this version is broken[\s\S]*Version 9\.0\.0 has not checked in: it is not tried/);
  const restoredAtMs = Date.now();
  await expect.poll(async () => (await reported()).atMs, UPDATED).toBeGreaterThan(restoredAtMs);
  expect(await version()).toBe('8.0.0');
  await report();
  expect(server.downloads()).toBe(1);
  expect((await machine.run('farwatch-agent status --json')).code).toBe(0);

  const gone = await machine.run(`curl -fsSL ${origin}/agent/install.sh | sh -s -- uninstall`);
  expect(gone).toMatchObject({ code: 0, text: expect.stringContaining(`delete it on ${server.origin}/agents`) });
  expect(await filesOfMachine()).toEqual(before);
  expect((await machine.run('id farwatch; systemctl is-enabled farwatch-agent')).text).not.toContain('uid=');
  await page.context().close();
});
