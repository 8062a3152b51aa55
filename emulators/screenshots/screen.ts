import type { Page } from 'playwright-core';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { type Look, text } from './looks.ts';
import type { People } from './people.ts';

/**
 * One picture of each look. `prepare` brings the page to what is to be seen, as wide as the first look; then it is made
 * wider.
 */
export type Screen = {
  name: string;
  /** Who looks; nobody is signed in without it. */
  as?: 'user' | 'newAgent' | 'full' | 'many' | 'operator' | 'newOperator' | 'keeper' | 'payer' | 'buyer';
  path: (people: People, look: Look) => string;
  prepare?: (page: Page, look: Look) => Promise<void>;
  /** Only where the navigation is hidden. */
  only?: 'phone';
  /** The whole page, by default; else what the window shows. */
  whole?: boolean;
};

/** Until the heading is there and nothing says that it loads. */
export async function untilLoaded(page: Page, look: Look): Promise<void> {
  await page.locator('h1').first().waitFor();
  await untilInPage(page, `!document.body.innerText.includes(${JSON.stringify(text(look, 'loading'))})`);
}

export const at = (path: string) => () => path;

/** Presses the button, link or tab with the text of that key. */
export function press(role: 'button' | 'link' | 'tab', key: string): NonNullable<Screen['prepare']> {
  return (page, look) =>
    page
      .getByRole(role, { name: text(look, key), exact: true })
      .first()
      .click();
}

/** One after the other. */
export function steps(...all: NonNullable<Screen['prepare']>[]): NonNullable<Screen['prepare']> {
  return async (page, look) => {
    for (const step of all) await step(page, look);
  };
}

/** A picture of what the window shows after these steps. */
export function inWindow(
  name: string,
  as: NonNullable<Screen['as']>,
  path: string,
  ...all: NonNullable<Screen['prepare']>[]
): Screen {
  return { name, as, path: at(path), whole: false, prepare: steps(...all) };
}

export const dialog: NonNullable<Screen['prepare']> = (page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
