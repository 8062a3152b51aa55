import { isPassword } from '../../domain/pages/password.ts';
import { pages } from '../../platform/db/collections.ts';
import { sendMissing } from './answer.ts';
import { NOT_STORED } from './answer-headers.ts';
import { formOf, languageIn } from './form-body.ts';
import { askPassword, type PageRequest } from './page-routes.ts';
import { pathOf } from './page-view.ts';
import { findSnapshot, type Site } from './site.ts';
import { signVisit, visitCookie } from './visit.ts';

const passwordFields = pages.pick('passwordHash', 'passwordVersion');

/** Checks the password that a visitor gave, and opens the page for 12 hours with a cookie. */
export async function answerPassword(site: Site, { run, slug, request, response }: PageRequest): Promise<void> {
  const found = await findSnapshot(site, request, run, slug);
  if (!found) return sendMissing(request, response, NOT_STORED);
  const { snapshot } = found;
  const form = formOf(request);
  const language = languageIn(form, snapshot.language);
  const path = pathOf(slug, { language, own: snapshot.language });
  response.setHeader('Cache-Control', NOT_STORED);
  if (snapshot.access !== 'password') return response.redirect(303, path);
  site.limits.passwords.take(request, run.nowMs);
  site.limits.pagePasswords.take(slug, run.nowMs);
  const [page] = await passwordFields.getAll(run.db, pages.ref(run.db, slug));
  const given = form.get('password') ?? '';
  if (!page?.passwordHash || !(await isPassword(given, page.passwordHash))) {
    return askPassword(response, { snapshot, slug, language }, true);
  }
  response.setHeader('Set-Cookie', visitCookie(slug, await signVisit(run, slug, page.passwordVersion)));
  response.redirect(303, path);
}
