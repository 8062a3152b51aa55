import type { Page } from 'playwright-core';
import { type Look, text } from './looks.ts';
import { dialog, inWindow, press, type Screen, steps } from './screen.ts';

const EDIT = '/monitor/demoStorefront/edit';
type Step = NonNullable<Screen['prepare']>;

const openFirst: Step = (page) => page.locator('[data-more]').first().click();

/** Chooses an option of the select field with the text of that key. */
function choose(key: string, value: string): Step {
  return async (page, look) => {
    await page.getByLabel(text(look, key), { exact: true }).last().selectOption(value);
  };
}

/** Types into the last field with the text of that key. */
function type(key: string, value: string): Step {
  return (page, look) => page.getByLabel(text(look, key), { exact: true }).last().fill(value);
}

/** Opens the options of the first endpoint's check after it got another URL. */
const optionsOf = (url: string): Step =>
  steps(
    (page) => page.locator('[data-edit]').first().click(),
    (page) => page.locator('input[data-field=url]').first().fill(url),
    (page) => page.locator('[data-done]').first().click(),
    openFirst,
    dialog,
  );

const options = steps(
  openFirst,
  dialog,
  choose('check.method', 'POST'),
  choose('check.auth.label', 'bearer'),
  type('check.auth.token', 'a token of farwatch.test'),
  press('button', 'check.addHeader'),
  type('check.headerName', 'Content-Type'),
  type('check.headerValue', 'application/json'),
  type('check.body', '{"query":"{ status }"}'),
  press('button', 'check.assertions.add'),
  type('check.assertions.value', 'ok'),
  press('button', 'check.assertions.add'),
  choose('check.assertions.source', 'json'),
  choose('check.assertions.op', 'equals'),
  type('check.assertions.path', '$.data.status'),
  type('check.assertions.value', 'up'),
);

const STARTS_AT = Date.UTC(2026, 0, 1);
const ENDS_AT = Date.UTC(2027, 0, 1);
const ISSUER = 'Farwatch Test CA';

const answer = {
  at: STARTS_AT,
  ms: 412,
  url: 'https://shop.farwatch.test/status',
  address: '203.0.113.7',
  statusCode: 200,
  error: 'assertion',
  headers: [{ name: 'content-type', value: 'application/json' }],
  body: '{"data":{"status":"degraded","since":1700000000,"regions":["tw","bd"],"note":null},"ok":true}',
  isCut: false,
  certificate: {
    subject: 'shop.farwatch.test',
    issuer: ISSUER,
    names: ['shop.farwatch.test', 'www.shop.farwatch.test'],
    startsAt: STARTS_AT,
    endsAt: ENDS_AT,
    sha256: 'ab'.repeat(32),
    chain: [{ subject: ISSUER, issuer: ISSUER, endsAt: ENDS_AT }],
  },
  failedAssertions: [
    { assertion: { source: 'json', path: '$.data.status', op: 'equals', value: 'up' }, received: 'degraded' },
  ],
  phases: [12, 80, 96, 210, 14],
};

/** Answers the next trial as three agents would: one has checked, one is checking, one location has none. */
async function answerTrials(page: Page): Promise<void> {
  const trial = {
    id: 'pictured',
    locations: ['tw', 'th', 'bd'],
    unavailable: ['bd'],
    results: { tw: { answer, localFailure: null } },
    endsAt: '2100-01-01T00:00:00.000Z',
  };
  await page.route('**/api/v1/trials', (route) => route.fulfill({ status: 201, json: trial }));
}

const tryIt: Step = async (page: Page, look: Look) => {
  await answerTrials(page);
  await press('button', 'check.trial.button')(page, look);
  await page
    .getByText(/["“]degraded["”]/)
    .first()
    .waitFor();
};

/** The options of an endpoint's check: edited, wrong, tried, and shown in the form. */
export const checkScreens: Screen[] = [
  inWindow('monitor-check', 'user', EDIT, options, (page) =>
    page.getByRole('dialog').locator('section').first().scrollIntoViewIfNeeded(),
  ),
  inWindow('monitor-check-assertions', 'user', EDIT, options),
  inWindow(
    'monitor-check-errors',
    'user',
    EDIT,
    options,
    type('check.assertions.path', 'data'),
    type('check.statuses', 'all'),
    press('button', 'check.apply'),
  ),
  inWindow('monitor-check-tried', 'user', EDIT, options, tryIt),
  {
    name: 'monitor-check-applied',
    as: 'user',
    path: () => EDIT,
    prepare: steps(options, press('button', 'check.apply'), (page, look) =>
      page
        .locator('summary')
        .filter({ hasText: text(look, 'form.intervalAndTags') })
        .click(),
    ),
  },
  inWindow('monitor-check-dns', 'user', EDIT, optionsOf('dns://shop.farwatch.test')),
  inWindow(
    'monitor-check-heartbeat',
    'user',
    EDIT,
    optionsOf('heartbeat://nightly-backup'),
    (page, look) => page.getByLabel(text(look, 'check.options.schedules.cron')).check(),
    type('check.options.cron', '30 2 * * *'),
    choose('check.options.timeZone', 'Asia/Taipei'),
    (page, look) => page.getByText(text(look, 'check.expected.title')).waitFor(),
  ),
];
