/** A request that a stand-in received, as in /messages. `status`: its answer; null if it never answers. `problem`: as in Received. */
export interface ReceivedMessage {
  service: string;
  /** Epoch milliseconds. */
  at: number;
  target: string;
  status: number | null;
  problem?: string;
  request: unknown;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
article{border:1px solid #8886;border-radius:.5rem;padding:.75rem 1rem;margin:1rem 0}h1{font-size:1.25rem}
h2{font-size:1rem;margin:0}p{margin:0;opacity:.75;overflow-wrap:anywhere}
label{display:block;margin:.5rem 0}input,select,button{font:inherit}input{width:100%;box-sizing:border-box}
pre{margin:.5rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}`;

/** Plays a person who writes to a LINE account. */
const LINE_EVENT_FORM = `<details><summary>Write to a LINE account</summary><form method="post" action="/line-event">
<label>Webhook URL <input name="url" required></label>
<label>Channel secret <input name="secret" required></label>
<label>From <select name="from"><option>user</option><option>group</option><option>room</option></select></label>
<button>Send</button></form></details>`;

/** The page of all received requests, newest first. */
export function messagesPage(messages: readonly ReceivedMessage[]): string {
  const articles = messages.toReversed().map(article).join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Messages to channels</title><style>${style}</style><h1>Messages to channels</h1>
<p>What stand-ins for Slack, webhooks and other services received, newest first. Reload for more;
<a href="/messages">as JSON</a>.</p>
${LINE_EVENT_FORM}
${articles || '<p>Nothing yet.</p>'}</html>`;
}

function article({ service, at, target, status, problem, request }: ReceivedMessage): string {
  const content = typeof request === 'string' ? request : withLineBreaks(JSON.stringify(request, null, 2));
  return `<article><h2>${escaped(service)} · ${status ?? 'no answer'} · ${new Date(at).toISOString()}</h2>
<p>${escaped(target)}</p>${problem ? `<p><strong>${escaped(problem)}</strong></p>` : ''}<pre>${escaped(content)}</pre></article>`;
}

/** Shows the line breaks of texts as such, which is easier to read than JSON. */
function withLineBreaks(json: string): string {
  return json.replace(/(?<!\\)((?:\\\\)*)\\n/g, '$1\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
