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
