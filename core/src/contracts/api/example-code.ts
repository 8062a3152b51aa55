import { type ApiCall, pathOf } from './call.ts';
import { exampleOf } from './examples.ts';
import { operationId } from './openapi.ts';

/** The languages of the reference's examples. */
export const EXAMPLE_LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

/** The environment's variable in which the examples expect the API key. */
export const KEY_VARIABLE = 'FARWATCH_API_KEY';

/**
 * A program that makes the call's example (examples.ts) at that origin, and prints the answer. `docs/api` shows it, and
 * tests run it.
 */
export function exampleCode(call: ApiCall, language: ExampleLanguage, origin: string): string {
  const { body } = exampleOf(call);
  const request: Request = {
    method: call.method.toUpperCase(),
    url: origin + addressOfExample(call),
    hasKey: call.scope !== 'anyone',
    isText: call.isText,
    idempotencyKey: call.isRepeatable ? `my-${operationId(call)}` : null,
    body,
  };
  return WRITERS[language](request);
}

/** `hasKey`: whether an API key is sent. `body`: undefined for none. */
type Request = {
  method: string;
  url: string;
  hasKey: boolean;
  isText: boolean;
  idempotencyKey: string | null;
  body: unknown;
};

const WRITERS: Record<ExampleLanguage, (request: Request) => string> = {
  curl: ({ method, url, hasKey, idempotencyKey, body }) =>
    [
      `curl${method === 'GET' ? '' : ` -X ${method}`} ${inShell(url)}`,
      ...(hasKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
      ...(idempotencyKey === null ? [] : [`-H 'Idempotency-Key: ${idempotencyKey}'`]),
      ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${inShell(json(body))}`]),
    ].join(' \\\n  '),

  javascript: ({ method, url, hasKey, isText, idempotencyKey, body }) => {
    const headers = [
      ...(hasKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
      ...(idempotencyKey === null ? [] : [`'Idempotency-Key': '${idempotencyKey}'`]),
      ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
    ];
    const options = [
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body), '  ')}),`]),
    ];
    const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
    return [
      `const response = await fetch('${url}'${given});`,
      `console.log(response.status, await response.${isText ? 'text' : 'json'}());`,
    ].join('\n');
  },

  python: ({ method, url, hasKey, isText, idempotencyKey, body }) => {
    const headers = [
      ...(hasKey ? [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]`] : []),
      ...(idempotencyKey === null ? [] : [`"Idempotency-Key": "${idempotencyKey}"`]),
      ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ];
    return [
      'import json, os, urllib.request',
      'request = urllib.request.Request(',
      `    "${url}",`,
      ...(method === 'GET' ? [] : [`    method="${method}",`]),
      ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
      ...(body === undefined ? [] : [`    data=json.dumps(${indented(pythonOf(body), '    ')}).encode(),`]),
      ')',
      'with urllib.request.urlopen(request) as response:',
      `    print(response.status, ${isText ? 'response.read().decode()' : 'json.load(response)'})`,
    ].join('\n');
  },
};

function addressOfExample(call: ApiCall): string {
  const { params = {}, query = {} } = exampleOf(call);
  const given = new URLSearchParams(query).toString();
  return pathOf(call, params) + (given === '' ? '' : `?${given}`);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** A word of a POSIX shell. */
function inShell(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A literal of Python. */
function pythonOf(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close, parts] = Array.isArray(value)
    ? (['[', ']', value.map((each) => pythonOf(each, inner))] as const)
    : ([
        '{',
        '}',
        Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${pythonOf(each, inner)}`),
      ] as const);
  return parts.length === 0
    ? open + close
    : `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
