import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeAccount } from '../testing/accounts.ts';
import { seedAgent } from '../testing/agent-screen.ts';
import { makeAdmin } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';
import { NO_MONITOR } from '../testing/monitor-screen.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

/**
 * Header actions beyond the header, tab lists that scroll, and the number of chart times with less than 4 px between
 * them.
 */
const TOO_CLOSE = `(() => {
  const head = document.querySelector('h1').closest('header').getBoundingClientRect();
  const actions = [...document.querySelectorAll('main header button, main header a')];
  const tabs = [...document.querySelectorAll('[role=tablist]')];
  const times = [...document.querySelectorAll('[data-times] > *')].filter((each) => each.checkVisibility());
  const edges = times.map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  return {
    beyond: actions.filter((each) => each.getBoundingClientRect().right > head.right + 0.5).map((each) => each.textContent),
    scrolled: tabs.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    near: edges.slice(1).filter(({ left }, index) => left - edges[index].right < 4).length,
  };
})()`;

async function expectEnoughSpace(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(TOO_CLOSE)).toEqual({ beyond: [], scrolled: [], near: 0 });
}

it.for(LANGUAGE_CODES)('%s: everything has enough space on the narrowest phone', async (language, { ownWindow }) => {
  const view = { language, width: 320, height: 640 };
  const owner = await makeAccount();
  const [{ monitorId, endpointIds } = NO_MONITOR] = await seedMonitors(owner, [
    { name: 'Narrow', paths: ['/site/narrow'] },
  ]);
  const monitor = await ownWindow(owner, `/monitor/${monitorId}`, view);
  await monitor.locator('[data-times]').waitFor();
  await expectEnoughSpace(monitor);
  await expectEnoughSpace(await ownWindow(owner, `/endpoint/${endpointIds[0]}`, view));
  const admin = await makeAdmin();
  const agent = await ownWindow(admin, `/agents/${await seedAgent(admin, {})}?tab=endpoints`, view);
  await agent.getByRole('tablist').waitFor();
  await expectEnoughSpace(agent);
});
