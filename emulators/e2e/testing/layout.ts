import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails if the page stays wider than its window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate(over)).toBeLessThanOrEqual(0);
}

/**
 * What is tapped and has less than 40 px in one direction. Not counted: links within a sentence, titles of rows that open
 * as a whole, and the parts of charts, whose size is what they show.
 */
const SMALL_TARGETS = `(() => {
  const selector = 'a[href], button, input, select, textarea, summary, [role=switch], [role=tab], [role=option], [role=menuitem]';
  const uncounted = '[data-row-title], [role=slider], [data-cells] button, [data-cells] button *, label input';
  const inSentence = (each) => each.matches('a') && getComputedStyle(each).display === 'inline' &&
    each.parentElement.textContent.trim() !== each.textContent.trim();
  return [...document.querySelectorAll(selector)].flatMap((each) => {
    const isBox = each.matches('[type=checkbox], [type=radio]');
    const { width, height, bottom } = ((isBox && each.labels[0]) || each).getBoundingClientRect();
    const isShown = each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1 && bottom > 0;
    if (!isShown || each.matches(uncounted) || each.closest('[inert], [aria-hidden=true], [data-scope=switch]') || inSentence(each)) return [];
    if (Math.min(width, height) >= 39.5) return [];
    const name = each.getAttribute('aria-label') ?? each.textContent;
    return [each.tagName.toLowerCase() + ' "' + name.trim().slice(0, 40) + '" ' + Math.round(width) + ' × ' + Math.round(height)];
  });
})()`;

/** Fails if something on a phone's page is hard to tap. */
export async function expectTappable(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(SMALL_TARGETS)).toEqual([]);
}

/** Returns where an element is; waits until it is shown. */
export async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return box;
}
