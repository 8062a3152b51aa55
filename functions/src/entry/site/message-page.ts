import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import type { Language } from '@farwatch/core/values/languages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { type Html, html } from './html.ts';
import { documentOf } from './layout.ts';

/** `back`: the address of a page, with its title. `form`: below the text. `languages`: links to it in other languages. */
type Message = {
  title: string;
  text: string;
  language: Language;
  accent?: string | null;
  form?: Html | null;
  back?: { path: string; title: string } | null;
  languages?: Html | null;
};

/** A document with one message, such as that there is no page. Search engines do not list it. */
export function messagePage(message: Message): string {
  const { title, text, language, accent = null, form = null, back = null, languages = null } = message;
  const [before, after] = STATUS_PAGE_TEXTS[language].poweredBy;
  const head = html`<title>${title} – Farwatch</title><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg">`;
  const body = html`<div class="wrap"><main class="box"><div class="card post"><h1>${title}</h1><p>${text}</p>${form}${back && html`<p class="more"><a href="${back.path}">${back.title}</a></p>`}</div><div class="by"><span>${before}<a href="/">Farwatch</a>${after}</span>${languages}</div></main></div>`;
  return documentOf({ language, accent, head, body });
}

/** A button that posts to the page's own address. */
export function buttonForm(button: string): Html {
  return html`<form method="post"><button type="submit">${button}</button></form>`;
}

export function passwordForm(slug: string, language: Language, isWrong: boolean): Html {
  const { password } = STATUS_PAGE_TEXTS[language];
  const error = isWrong && html`<p class="error" role="alert" id="wrong">${password.wrong}</p>`;
  return html`<form method="post" action="/status/${slug}/password">${error}<label>${password.label}<input type="password" name="password" required autocomplete="current-password" maxlength="200"${isWrong && html` aria-invalid="true" aria-describedby="wrong"`}></label><input type="hidden" name="language" value="${language}"><button type="submit">${password.button}</button></form>`;
}

export function reportForm(slug: string, language: Language): Html {
  const { report } = STATUS_PAGE_TEXTS[language];
  return html`<form method="post" action="/status/${slug}/report"><label>${report.label}<textarea name="text" required maxlength="${STATUS_PAGE.reportLength}"></textarea></label><input type="hidden" name="language" value="${language}"><button type="submit">${report.button}</button></form>`;
}
