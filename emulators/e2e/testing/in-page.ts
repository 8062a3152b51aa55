import type { Page } from 'playwright-core';

/**
 * The expression's value in the page once it is truthy, evaluated every frame. The page's policy forbids the repeated
 * evaluation that Playwright's `waitForFunction` does.
 */
export function untilInPage(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const look = () => {
      try {
        const found = ${expression};
        if (found) resolve(found);
        else requestAnimationFrame(look);
      } catch (error) {
        reject(error);
      }
    };
    look();
  })`);
}

/** Work of a known size: elements that are styled, laid out and removed again. */
export const YARDSTICK = `(() => {
  for (let round = 0; round < 3; round += 1) {
    const list = document.createElement('div');
    list.style.cssText = 'position:absolute;visibility:hidden;width:20rem';
    list.innerHTML = Array.from({ length: 1000 }, (_, row) => '<p><b>' + row + '</b> <i>of many</i></p>').join('');
    document.body.append(list);
    list.getBoundingClientRect();
    list.remove();
  }
})()`;
/** Its cost on an idle machine of 2026. */
export const YARDSTICK_MS = 150;
