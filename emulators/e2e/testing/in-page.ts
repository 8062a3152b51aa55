import type { Page } from 'playwright-core';

/**
 * What the expression gives in the page once that is anything true, looked at with every frame. Playwright's own
 * `waitForFunction` evaluates texts in the page again and again, which the page's policy forbids.
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
