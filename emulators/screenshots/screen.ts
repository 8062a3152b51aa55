import type { Page } from 'playwright-core';
import { untilInPage } from '../e2e/testing/in-page.ts';
import { type Look, text } from './looks.ts';
import type { People } from './people.ts';

/**
 * A screen, pictured in each look. `prepare` brings the page into its state at the width of the first look; then it is
 * resized.
 */
export type Screen = {
  name: string;
  /** The signed-in account; signed out without it. */
  as?:
    | 'user'
    | 'newAgent'
    | 'full'
    | 'many'
    | 'slow'
    | 'operator'
    | 'newOperator'
    | 'keeper'
    | 'payer'
    | 'leaver'
    | 'buyer';
  path: (people: People, look: Look) => string;
  prepare?: (page: Page, look: Look) => Promise<void>;
  /** Set if the screen is only taken at widths at which the navigation is hidden. */
  only?: 'phone';
  /** Whether the picture has the whole page (by default) or the window. */
  whole?: boolean;
};

/** Waits until the heading is shown and no loading indicator. */
export async function untilLoaded(page: Page, look: Look): Promise<void> {
  await page.locator('h1').filter({ visible: true }).first().waitFor();
  const loading = text(look, 'loading');
  await untilInPage(page, `!document.body.innerText.includes(${JSON.stringify(loading)})`);
  await page.getByLabel(loading, { exact: true }).waitFor({ state: 'detached' });
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

/** Runs the steps one after the other. */
export function steps(...all: NonNullable<Screen['prepare']>[]): NonNullable<Screen['prepare']> {
  return async (page, look) => {
    for (const step of all) await step(page, look);
  };
}

/** A screen pictured as the window shows it after these steps. */
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
