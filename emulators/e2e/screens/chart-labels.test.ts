import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeAccount } from '../testing/accounts.ts';
import { seedAgent } from '../testing/agent-screen.ts';
import { makeAdmin } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';
import { NO_MONITOR } from '../testing/monitor-screen.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

/** The labels that extend beyond their chart, and those of its time axis that nearly touch the next. */
const CUT_OFF = `[...document.querySelectorAll('svg[role=img]')].flatMap((chart) => {
  const { left, right, top, bottom } = chart.getBoundingClientRect();
  const texts = [...chart.querySelectorAll('text')];
  const boxes = texts.map((text) => text.getBoundingClientRect());
  const touching = texts.filter((_, index) => boxes.some(({ left, top }, other) =>
    other !== index && Math.abs(top - boxes[index].top) < 4 && left >= boxes[index].left && left < boxes[index].right + 8));
  const cut = texts.filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
  });
  return [...cut, ...touching].map((text) => text.textContent);
})`;

async function expectNothingCutOff(page: Page): Promise<void> {
  const label = page.locator('svg[role=img] text');
  for (const width of [320, 360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await label.first().waitFor();
    await expect.poll(() => page.evaluate(CUT_OFF), { message: `${width}` }).toEqual([]);
  }
}

it.for(LANGUAGE_CODES)('%s: shows every date of an agent’s uptime in full', async (language, { ownWindow }) => {
  const admin = await makeAdmin();
  const id = await seedAgent(admin, { agent: { activatedAt: Date.now() - 86_400_000 } });
  await expectNothingCutOff(await ownWindow(admin, `/agents/${id}?tab=availability`, { language }));
});

it.for(LANGUAGE_CODES)(
  '%s: shows every label of an endpoint’s response times in full',
  async (language, { ownWindow }) => {
    const owner = await makeAccount();
    const [{ endpointIds } = NO_MONITOR] = await seedMonitors(owner, [{ name: 'Slow', paths: ['/site/slow'] }]);
    const page = await ownWindow(owner, '/settings', { language });
    await page.route('**/api/endpoints/*/history*', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll(/"(medianMs|successAverageMs)":\d[\d.]*/g, '"$1":9900');
      await route.fulfill({ response: answer, body: text });
    });
    await page.goto(new URL(`/endpoint/${endpointIds[0]}`, page.url()).href);
    await expectNothingCutOff(page);
  },
);
