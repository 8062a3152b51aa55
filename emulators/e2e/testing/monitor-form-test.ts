import { makeAccount } from './accounts.ts';
import type { View } from './app.ts';
import { it as base } from './app-test.ts';
import { seedShop } from './monitor-form-screen.ts';

/**
 * A test of the monitor form. `shop` is the file's account with a monitor of three endpoints, for which `create` and
 * `edit` open the form by default.
 */
export const it = base
  .extend('shop', { scope: 'file' }, async () => {
    const owner = await makeAccount();
    return { owner, id: await seedShop(owner) };
  })
  .extend(
    'create',
    ({ tab, shop }) =>
      (view: View = {}, account = shop.owner) =>
        tab(account, '/monitor/new', view),
  )
  .extend('edit', ({ tab, shop }) => async (view: View = {}, account = shop.owner, id = shop.id) => {
    const page = await tab(account, `/monitor/${id}/edit`, view);
    await page.getByText('URLs to Monitor (3)').waitFor();
    return page;
  });
