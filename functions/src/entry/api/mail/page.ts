import { type Language, tagOf } from '@farwatch/core/values/languages';
import { escaped } from '../../../platform/mail/render-mail.ts';

const STYLE = `:root{color-scheme:light dark;--text:#101a28;--muted:#526072;--line:#dde3ea;--ground:#f5f7fa;--card:#fff;--main:#2b5bdb;--focus:#2451c8}
@media(prefers-color-scheme:dark){:root{--text:#e9eef5;--muted:#9aa8ba;--line:#26313f;--ground:#0b1118;--card:#131b26;--main:#3a67e6;--focus:#8fb0ff}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--text);
font:16px/1.5 Inter,system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}
main{width:100%;max-width:28rem;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:20px;line-height:28px;font-weight:600;margin:0 0 .5rem}p{margin:0;color:var(--muted)}form{margin-top:1.5rem}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:0;border-radius:6px;background:var(--main);color:#fff;cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}a{color:var(--focus)}.app{margin-top:1.5rem;font-size:14px}`;

/** Allows the page's style; scripts and other content stay forbidden. As in firebase.json for `/api/mail/**`. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

type Page = { title: string; text: string; button?: string };

/** A page that says one thing. Its button posts to the page's own address. */
export function mailPage({ title, text, button }: Page, language: Language): string {
  const form = button ? `<form method="post"><button>${escaped(button)}</button></form>` : '';
  return `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)} – Farwatch</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}<p class="app"><a href="/">Farwatch</a></p></main></body></html>`;
}
