import { failApi } from '../e2e/testing/app.ts';
import { text } from './looks.ts';
import { at, dialog, inWindow, press, type Screen, steps } from './screen.ts';
import { PAGE_SLUGS } from './seeded-pages.ts';

type Step = NonNullable<Screen['prepare']>;

const EDITOR = `/pages/${PAGE_SLUGS.published}`;

/** Types into the field with the text of that key. */
function type(key: string, value: string): Step {
  return (page, look) => page.getByLabel(text(look, key), { exact: true }).first().fill(value);
}

/** Presses the button with the text of that key about something with that name. */
function pressAbout(key: string, name: string): Step {
  return (page, look) =>
    page
      .getByRole('button', { name: text(look, key).replace(/\{\{\w+\}\}/, name) })
      .first()
      .click();
}

const preview: Step = (page) => page.frameLocator('iframe').locator('h1').waitFor();
const post = press('button', 'pages.post.title');

export const pageScreens: Screen[] = [
  { name: 'pages-sample', as: 'full', path: at('/pages'), prepare: preview },
  { name: 'pages-empty', as: 'newAgent', path: at('/pages') },
  {
    name: 'pages-failing',
    as: 'user',
    path: at('/pages'),
    prepare: async (page) => {
      await failApi(page, '/v1/pages', 500);
      await page.reload();
      await page.getByRole('alert').waitFor();
    },
  },
  inWindow('pages-delete', 'user', '/pages', pressAbout('pages.delete.button', 'Acme status'), dialog),
  { name: 'page-new', as: 'user', path: at('/pages/new') },
  { name: 'page-sample', as: 'full', path: at('/pages/new?monitors') },
  {
    name: 'page-errors',
    as: 'user',
    path: at('/pages/new'),
    prepare: steps(press('button', 'pages.save.publish'), (page) =>
      page.locator('[aria-invalid=true]').first().waitFor(),
    ),
  },
  {
    name: 'page-content',
    as: 'user',
    path: at(EDITOR),
    prepare: (page) => page.locator('[data-component]').first().waitFor(),
  },
  inWindow('page-removed', 'user', EDITOR, pressAbout('pages.groups.remove', 'Storefront'), (page, look) =>
    page.getByRole('button', { name: text(look, 'pages.groups.undo') }).scrollIntoViewIfNeeded(),
  ),
  inWindow('page-add', 'user', `/pages/${PAGE_SLUGS.draft}`, press('button', 'pages.groups.add'), dialog),
  { name: 'page-appearance', as: 'user', path: at(`${EDITOR}?tab=appearance`) },
  { name: 'page-password', as: 'user', path: at(`/pages/${PAGE_SLUGS.secret}?tab=appearance`) },
  { name: 'page-preview', as: 'user', path: at(`${EDITOR}?tab=preview`), only: 'phone', prepare: preview },
  { name: 'page-blocked', as: 'user', path: at(`/pages/${PAGE_SLUGS.blocked}`) },
  { name: 'page-gone', as: 'user', path: at('/pages/not-mine') },
  { name: 'page-incidents', as: 'user', path: at(`${EDITOR}?tab=incidents`) },
  { name: 'page-no-incidents', as: 'user', path: at(`/pages/${PAGE_SLUGS.draft}?tab=incidents`) },
  inWindow('page-post', 'user', `${EDITOR}?tab=incidents`, post, dialog),
  inWindow('page-update', 'user', `${EDITOR}?tab=incidents`, press('button', 'pages.post.resolve'), dialog),
  inWindow(
    'page-edit-incident',
    'user',
    `${EDITOR}?tab=incidents`,
    pressAbout('pages.post.edit', 'Payments by card fail'),
    dialog,
    type('pages.update.title', 'Payments by card and transfer fail'),
  ),
  inWindow(
    'page-delete-incident',
    'user',
    `${EDITOR}?tab=incidents`,
    pressAbout('pages.post.delete', 'Payments by card fail'),
    dialog,
  ),
  { name: 'page-badges', as: 'user', path: at(`${EDITOR}?tab=badges`) },
  inWindow('page-block', 'operator', '/agents', press('button', 'agents.reports.block'), dialog),
];
