import { THAI_WORDS } from '@farwatch/core/texts/line-breaks';
import { LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeAccount } from '../testing/accounts.ts';
import { seedAgent } from '../testing/agent-screen.ts';
import { makeAdmin } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';
import { untilInPage } from '../testing/in-page.ts';
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

/** Where a line of text ends: what stands before in its text, what follows, and whether words may be parted there. */
type LineEnd = { before: string; after: string; isBetweenWords: boolean };

/** Every end of a line within a text of the page, as Chromium has laid it out. */
const lineEndsIn = (language: Language) => `(() => {
  const ends = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.checkVisibility() || node.data.trim() === '') continue;
    const starts = new Set([...new Intl.Segmenter('${language}', { granularity: 'word' }).segment(node.data)].map((each) => each.index));
    let bottom = null;
    for (let at = 0; at < node.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      if (bottom !== null && box.top >= bottom - 1)
        ends.push({ before: node.data.slice(0, at), after: node.data.slice(at), isBetweenWords: starts.has(at) });
      bottom = box.bottom;
    }
  }
  return ends;
})()`;

const plain = (text: string) => text.replaceAll(/[\u200b\u2060]/g, '');
const KNOWN = THAI_WORDS.map((word) => word.replaceAll('|', ''));

/** Whether a line ends inside of a Thai word: one of Chromium's dictionary, or one that the build keeps together. */
function isWordBroken({ before, after, isBetweenWords }: LineEnd): boolean {
  const [start, rest] = [plain(before), plain(after)];
  const isKnownBroken = KNOWN.some((word) =>
    Array.from(word).some((_, at) => at > 0 && start.endsWith(word.slice(0, at)) && rest.startsWith(word.slice(at))),
  );
  return /[\u0e00-\u0e7f]$/.test(start) && /^[\u0e00-\u0e7f]/.test(rest) && (isKnownBroken || !isBetweenWords);
}

/** Whether a line ends between a number and its Bengali unit of time. */
function isDurationBroken({ before, after }: LineEnd): boolean {
  return /[\d০-৯]\s*$/.test(before) && /^\s*(?:সেকেন্ড|মিনিট|ঘণ্টা|দিন|সপ্তাহ|মাস|বছর)/.test(after);
}

it.for([
  ['th', isWordBroken, /[\u0e00-\u0e7f]/],
  ['bn', isDurationBroken, /[০-৯]\u00a0(?:মিনিট|ঘণ্টা|দিন)/],
] as const)(
  '%s: words and durations stay together on phones',
  async ([language, isBroken, expected], { ownWindow }) => {
    const owner = await makeAccount();
    const [{ monitorId, endpointIds } = NO_MONITOR] = await seedMonitors(owner, [
      { name: 'Narrow', paths: ['/site/narrow'] },
    ]);
    const paths = [
      '/monitors',
      `/monitor/${monitorId}`,
      `/endpoint/${endpointIds[0]}`,
      '/incidents',
      '/settings?tab=integrations',
    ];
    const page = await ownWindow(owner, '/monitors', { language, width: 360, height: 800 });
    const ends: LineEnd[] = [];
    let text = '';
    for (const path of paths) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilInPage(page, `document.querySelector('[aria-busy=true]') === null`);
      text += await page.evaluate<string>('document.body.innerText');
      // A little narrower, other words and numbers are at the ends of lines.
      for (const width of [360, 352, 344, 336, 328, 320]) {
        await page.setViewportSize({ width, height: 800 });
        ends.push(...(await page.evaluate<LineEnd[]>(lineEndsIn(language))));
      }
    }
    expect(text).toMatch(expected);
    expect(ends.length).toBeGreaterThan(50);
    expect(ends.filter(isBroken).map(({ before, after }) => `${before.slice(-20)}|${after.slice(0, 20)}`)).toEqual([]);
  },
);
