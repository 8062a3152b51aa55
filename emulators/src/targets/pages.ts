import { CASES } from './cases.ts';
import type { ProtocolTarget } from './protocols.ts';

/** Whether each visited or switched demo site is up, by name. */
export type Sites = Map<string, boolean>;

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:12vh auto;padding:0 1.5rem;color:#1f2937}
h1{font-size:1.9rem;margin:0 0 .5rem}h1::before{content:'';display:inline-block;width:.7rem;height:.7rem;margin-right:.7rem;
border-radius:50%;background:var(--dot)}p{margin:0 0 1rem;color:#4b5563}table{border-collapse:collapse;width:100%}
td{padding:.5rem 0;border-top:1px solid #e5e7eb}td:last-child{text-align:right}form{display:inline}
button{font:inherit;padding:.2rem .8rem;border:1px solid #d1d5db;border-radius:.4rem;background:none;color:inherit;cursor:pointer}
a{color:#2563eb}@media(prefers-color-scheme:dark){body{background:#111827;color:#f3f4f6}p{color:#9ca3af}td,button{border-color:#374151}a{color:#60a5fa}}`;

/** A plain page with the target's status. `body` is HTML. */
export function page(title: string, up: boolean, body: string): string {
  const dot = up ? '#16a34a' : '#dc2626';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>:root{--dot:${dot}}${style}</style><h1>${title}</h1>${body}</html>`;
}

/** Renders the page that visitors of a demo site see. */
export function sitePage(name: string, up: boolean): string {
  return up
    ? page(titled(name), true, '<p>Welcome. Everything works.</p>')
    : page(titled(name), false, '<p>We are down. Please come back soon.</p>');
}

/** The list of all targets, with a switch for each demo site, each target that needs options, and other protocols. */
export function indexPage(
  sites: Sites,
  cases: ReadonlyMap<string, boolean>,
  protocols: readonly (ProtocolTarget & { isUp: boolean })[],
): string {
  const fixed = ['ok', 'slow', 'error'].map((name) => row(`/${name}`, ''));
  const switched = [...sites].sort().map(([name, up]) => row(`/site/${name}`, switchOf(`/site/${name}`, up)));
  const special = Object.entries(CASES).map(([name, { hint }]) => {
    return row(`/case/${name}`, switchOf(`/case/${name}`, cases.get(name) ?? true), hint);
  });
  const sitesTable = `<p>What the demo agents watch.</p><table>${[...switched, ...fixed].join('')}</table>`;
  const casesTable = `<p>Up only for a check with these options.</p><table>${special.join('')}</table>`;
  const other = protocols.map(({ name, url, check, isUp }) => {
    const options = check === null ? '' : `<br><small>${JSON.stringify(check)}</small>`;
    return `<tr><td>${url}${options}</td><td>${switchOf(`/protocol/${name}`, isUp)}</td></tr>`;
  });
  const protocolsTable = `<p>Targets of other check types and certificates, with the options of a check, for the demo agents.</p><table>${other.join('')}</table>`;
  return page('Demo targets', true, sitesTable + casesTable + protocolsTable);
}

function switchOf(path: string, up: boolean): string {
  const to = up ? 'down' : 'up';
  return `${up ? 'up' : 'down'} <form method="post" action="${path}/${to}"><button>Switch ${to}</button></form>`;
}

function row(path: string, rest: string, hint = ''): string {
  const text = hint === '' ? '' : `<br><small>${hint}</small>`;
  return `<tr><td><a href="${path}">${path}</a>${text}</td><td>${rest}</td></tr>`;
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
