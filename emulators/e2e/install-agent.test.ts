import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { database, makeAccount } from './testing/accounts.ts';
import { makeAdmin, rowOf } from './testing/agents-screen.ts';
import { openPage, signIn, startBrowser } from './testing/browser.ts';
import { callApi } from './testing/call-api.ts';
import { type CleanMachine, startCleanMachine, whyNoMachine } from './testing/clean-machine.ts';
import { startNodeMirror } from './testing/node-mirror.ts';
import { addAgent, dialog } from './testing/registration-screen.ts';

const { origin, targets } = addressesFromEnv();
const NAME = 'Clean machine';
const problems: string[] = [];
/** What any system writes by itself while users come and go, and time passes. */
const OTHERS =
  /^\/(etc\/((passwd|group|shadow|gshadow|subuid|subgid)-|\.pwd\.lock|machine-id)|var\/(log|lib\/systemd|cache)\b)/;
const why = whyNoMachine();
let browser: Browser;
let machine: CleanMachine;
let mirror: Awaited<ReturnType<typeof startNodeMirror>>;

beforeAll(async () => {
  if (why !== null) return;
  browser = await startBrowser();
  mirror = await startNodeMirror();
});

afterAll(async () => {
  await browser?.close();
  mirror?.stop();
  await machine?.stop();
  expect(problems).toEqual([]);
});

async function filesOfMachine(): Promise<string[]> {
  const { text } = await machine.run('find / -xdev | sort');
  return text.split('\n').filter((path) => path !== '' && !OTHERS.test(path));
}

it('a clean machine becomes an agent by the line on the screen, checks, starts again, and is itself again', async ({
  skip,
}) => {
  if (why !== null) skip(why);
  machine = await startCleanMachine({ FARWATCH_NODE_MIRROR: mirror.url });
  const before = await filesOfMachine();
  const admin = await makeAdmin();
  const page = await openPage(browser, problems);
  await signIn(page, admin);
  await page.getByRole('link', { name: 'Agents' }).click();
  await addAgent(page, NAME, 'Bangladesh');
  const line =
    (await dialog(page)
      .getByText(/^curl -fsSL/)
      .textContent()) ?? '';
  // The sites of this test are on this machine, and so is the place that shows that the internet is there.
  const settings = `FARWATCH_ALLOW_PRIVATE=yes\\nFARWATCH_WITNESS="${targets}/ok 200 All is well"\\n`;
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
  await callApi(owner, 'POST', '/monitors', made);
  const mine = database().collection('endpoints').where('ownerId', '==', owner.uid);
  await expect.poll(async () => (await mine.get()).docs.map((each) => each.get('status'))).toEqual(['up']);

  expect(await machine.run(line)).toMatchObject({ code: 0, text: expect.stringContaining('is an agent already') });
  await machine.run('systemctl kill --signal=KILL farwatch-agent');
  const restarts = () => machine.run('systemctl show --property=NRestarts,ActiveState farwatch-agent');
  await expect
    .poll(async () => (await restarts()).text)
    .toMatch(/NRestarts=1\nActiveState=active|ActiveState=active\nNRestarts=1/);

  const gone = await machine.run(`curl -fsSL ${origin}/agent/install.sh | sh -s -- uninstall`);
  expect(gone).toMatchObject({ code: 0, text: expect.stringContaining(`delete it on ${origin}/agents`) });
  expect(await filesOfMachine()).toEqual(before);
  expect((await machine.run('id farwatch; systemctl is-enabled farwatch-agent')).text).not.toContain('uid=');
  await page.context().close();
});
