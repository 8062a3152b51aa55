import type { ReceivedMail } from './inbox.ts';

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.25rem;margin:0 0 1rem;overflow-wrap:anywhere}ol{list-style:none;margin:0;padding:0}
li a{display:block;padding:.75rem 0;border-top:1px solid #8886;color:inherit;text-decoration:none;overflow-wrap:anywhere}
li a:hover b{text-decoration:underline}small{opacity:.75}iframe{width:100%;height:36rem;border:1px solid #8886;border-radius:.5rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8886;border-radius:.5rem;padding:1rem;font-size:.875rem}`;

/** The page of all mails, newest first. */
export function listPage(mails: readonly ReceivedMail[]): string {
  const items = mails.map(({ to, subject, at }, index) => {
    return `<li><a href="/mail/${index}"><b>${escaped(subject)}</b><br><small>${escaped(to)} · ${timeText(at)}</small></a></li>`;
  });
  const list = items.length > 0 ? `<ol>${items.reverse().join('\n')}</ol>` : '<p>Nothing yet.</p>';
  return page(
    'Inbox',
    `<p><small>All mail that Farwatch and the Auth emulator send. Reload for more; <a href="/messages">as JSON</a>.</small></p>${list}`,
  );
}

/** The page of one mail: its HTML part in a frame without scripts, and its text part. */
export function mailPage(mail: ReceivedMail, index: number): string {
  const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
  const frame = mail.html
    ? `<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${index}/html"></iframe>`
    : '';
  return page(
    mail.subject,
    `<p><small>To ${escaped(mail.to)} · ${timeText(mail.at)} · <a href="/">Inbox</a></small></p>${frame}
<pre>${linked(mail.text)}</pre><details><summary>Headers</summary><pre>${escaped(headers.join('\n'))}</pre></details>`,
  );
}

/** The HTML part, whose links open in windows of their own. */
export function framedHtml(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_blank">');
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style><h1>${escaped(title)}</h1>${content}</html>`;
}

function timeText(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19);
}

function linked(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
