import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { makeAccount } from '../testing/accounts.ts';
import { expectQuick, measureSteps } from '../testing/main-thread.ts';
import {
  addAll,
  button,
  descriptionAt,
  expectFocused,
  modal,
  nameField,
  openModal,
  paste,
  removeButtons,
  urlAt,
} from '../testing/monitor-form-screen.ts';
import { it } from '../testing/monitor-form-test.ts';

describe('the Add URL modal', () => {
  it('shows the error of each row, and removes all invalid rows in one step', async ({ edit }) => {
    const page = await edit();
    await openModal(page);
    const rows = [
      ['good.farwatch.test\tGood', ''],
      [
        'ftp://files.farwatch.test',
        'A URL must start with one of these: http://, https://, tcp://, tls://, dns://, icmp://, ws://, wss://, heartbeat://, domain://',
      ],
      ['https:/one.farwatch.test', 'Add two slashes after the scheme, as in https://.'],
      ['https://', 'The host name is missing.'],
      ['two words', 'A host name cannot contain spaces.'],
      ['farwatch.test:99999', 'The port must be a number up to 65535.'],
      ['https://999.1.1.1/', 'This is not a valid host name.'],
      [`farwatch.test/${'x'.repeat(2048)}`, 'The URL is longer than 2048 characters.'],
      [`long.farwatch.test\t${'x'.repeat(1001)}`, 'The description is longer than 1000 characters.'],
      ['\tonly a description', 'The URL is missing.'],
      ['GOOD.farwatch.test', 'The same URL as in row 1.'],
      [`${addressesFromEnv().targets}/site/a`, 'This monitor already has this URL.'],
      [
        'https://me@farwatch.test',
        'Agents do not check URLs with a user name or password: this endpoint will show as down.',
      ],
      ['farwatch.test:25', 'Agents do not connect to this port: this endpoint will show as down.'],
    ] as const;
    await paste(urlAt(page, 1), `URL\tDescription\r\n${rows.map(([text]) => text).join('\r\n')}\r\n\r\n`);
    await modal(page).getByText('14 rows pasted.').waitFor();
    await button(modal(page), 'Verify URLs').click();
    await modal(page).getByText('11 rows need a correction.').waitFor();
    await expectFocused(urlAt(page, 2));
    const errors = await modal(page).locator('[data-row]').allTextContents();
    expect(errors).toEqual(rows.map(([, text], index) => `${index + 1}${text}`));
    await urlAt(page, 4).fill('https://corrected.farwatch.test');
    await modal(page).getByText('10 rows need a correction.').waitFor();
    await button(modal(page), 'Remove invalid rows').click();
    await addAll(page);
    await page.getByText('URLs to Monitor (7)').waitFor();
  });

  it('accepts cells pasted from a spreadsheet in either column of any row', async ({ create }) => {
    const page = await create();
    await openModal(page);
    await expect.poll(() => button(modal(page), 'Verify URLs').isDisabled()).toBe(true);
    await paste(urlAt(page, 1), 'a.test\t"Two\nlines"\nb.test\t"The ""new"" one"\n');
    await expect.poll(() => descriptionAt(page, 1).inputValue()).toBe('Two lines');
    await expect.poll(() => descriptionAt(page, 2).inputValue()).toBe('The "new" one');
    await expectFocused(urlAt(page, 1));
    await paste(urlAt(page, 1), 'c.test\nd.test');
    await paste(descriptionAt(page, 2), 'C\nD\nB');
    await expect.poll(() => urlAt(page, 2).inputValue()).toBe('c.test');
    await expect
      .poll(() => Promise.all([2, 3, 4].map((row) => descriptionAt(page, row).inputValue())))
      .toEqual(['C', 'D', 'B']);
    await button(modal(page), 'Remove row 2').click();
    await expectFocused(button(modal(page), 'Remove row 2'));
    await button(modal(page), 'Remove row 3').click();
    await expectFocused(button(modal(page), 'Remove row 2'));
  });

  it('confirms before it discards input, however it is closed', async ({ create }) => {
    const page = await create();
    await openModal(page);
    await page.keyboard.press('Escape');
    await modal(page).waitFor({ state: 'detached' });
    await expectFocused(button(page, 'Add URL'));
    await openModal(page);
    await urlAt(page, 1).fill('kept.farwatch.test');
    const question = page.getByRole('alertdialog', { name: 'Discard URLs' });
    const ways = [
      () => page.keyboard.press('Escape'),
      () => button(modal(page), 'Cancel').click(),
      () => button(modal(page), 'Close').click(),
      () => page.mouse.click(5, 5),
    ];
    for (const close of ways) {
      await close();
      await question.getByText('1 row has not been added').waitFor();
      await question.locator(':focus').waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await expect.poll(() => urlAt(page, 1).inputValue()).toBe('kept.farwatch.test');
    }
    await page.keyboard.press('Escape');
    await button(question, 'Discard').click();
    await modal(page).waitFor({ state: 'detached' });
    await expect.poll(() => removeButtons(page).count()).toBe(0);
  });

  it('stays fast with 200 pasted rows', async ({ create }) => {
    const page = await create({}, await makeAccount());
    await openModal(page);
    const measure = await measureSteps(page);
    const lines = Array.from({ length: 250 }, (_, index) => `s${index}.farwatch.test\tSite ${index}`).join('\n');
    const shown = await measure('paste 250 lines', async () => {
      await paste(urlAt(page, 1), lines);
      await urlAt(page, 200).waitFor();
    });
    await modal(page)
      .getByText(
        '250 URLs, but you can only add 200 more.50 more rows are waiting, because only 200 are shown at a time.',
      )
      .waitFor();
    await descriptionAt(page, 100).focus();
    const typed = await measure('ten letters with 200 rows', () => page.keyboard.type('abcdefghij'));
    await button(modal(page), 'Verify URLs').click();
    await button(modal(page), 'Add URL').click();
    await expectFocused(urlAt(page, 1));
    await expect.poll(() => urlAt(page, 50).inputValue()).toBe('s249.farwatch.test');
    await modal(page).getByText('50 URLs, but you can only add 0 more.').waitFor();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard URLs' });
    await question.getByText('50 rows have not been added and will be lost if you close this.').waitFor();
    await button(question, 'Discard').click();
    await page.getByText('URLs to Monitor (200)').waitFor();
    await nameField(page).focus();
    const named = await measure('ten letters with 200 URLs', () => page.keyboard.type('ten lettrs'));
    expectQuick('200 URLs', [shown, typed, named], 600);
  });
});
