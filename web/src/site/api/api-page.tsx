import { Box } from '@chakra-ui/react';
import { API_GROUPS, API_TAGS, type ApiGroup, tagOf } from '@farwatch/core/contracts/api/api-tags';
import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { API_ERROR_STATUS, type ApiErrorCode, apiErrorCodeSchema } from '@farwatch/core/contracts/api/error';
import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import { KEY_VARIABLE } from '@farwatch/core/contracts/api/example-code';
import type { Texts } from '@farwatch/core/texts/texts';
import { webhookExamples } from '@farwatch/core/texts/webhook-events';
import { styles } from './api-styles.ts';
import { CallSection } from './call-section.tsx';
import { type Description, readDescription } from './description.ts';
import { Shapes } from './field-table.tsx';
import { INTRO, Introduction } from './introduction.tsx';

/** The calls that a program can make, or anyone. Others are for the app and for operators. */
const PUBLIC_CALLS = API_CALLS.filter(
  ({ service, scope }) => service === 'api' && scope !== 'person' && scope !== 'admin',
);
const OTHER_CALLS = API_CALLS.filter((call) => !PUBLIC_CALLS.includes(call));

const GROUPS = (Object.keys(API_GROUPS) as ApiGroup[]).flatMap((id) => {
  const calls = PUBLIC_CALLS.filter((call) => API_TAGS[tagOf(call)]?.group === id);
  return calls.length === 0 ? [] : [{ id, title: API_GROUPS[id], calls }];
});

type ApiPageProps = { origin: string; texts: Texts };

/** The reference of the API, in English. Its small script searches and copies (start-api.ts). */
export function ApiPage({ origin, texts }: ApiPageProps) {
  const description = readDescription(texts);
  return (
    <Box css={styles} maxW="1200px" mx="auto" px={{ base: '4', md: '8' }} py={{ base: '8', md: '14' }}>
      <Contents />
      <main id="content">
        <h1>API reference</h1>
        <p>
          Everything that the app does with your monitors, incidents, channels and status pages, your programs can do,
          too. The machine-readable form of this page is <a href="/api/openapi.json">OpenAPI 3.1</a>.
        </p>
        <search hidden data-search="">
          <label htmlFor="search">Search calls</label>
          <input id="search" type="search" autoComplete="off" />
          <output htmlFor="search" />
        </search>
        <Introduction origin={origin} />
        <WebhookTypes texts={texts} />
        {GROUPS.map(({ id, title, calls }) => (
          <section key={id} id={id} data-group="">
            <h2>{title}</h2>
            {calls.map((call) => (
              <CallSection key={call.method + call.path} call={call} origin={origin} description={description} />
            ))}
          </section>
        ))}
        <OtherCalls calls={OTHER_CALLS} />
        <Shapes schemas={description.components.schemas} used={usedShapes(description)} />
        <Errors />
      </main>
    </Box>
  );
}

/** The shapes that public calls refer to, also through others, and whether a body has them. */
function usedShapes({ paths, components }: Description): ReadonlyMap<string, boolean> {
  const used = new Map<string, boolean>();
  const visit = (part: unknown, isInput: boolean): void => {
    for (const [, section, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (section === 'responses') visit(components.responses[name], isInput);
      if (section !== 'schemas' || name === 'Error' || used.has(name)) continue;
      used.set(name, isInput);
      visit(components.schemas[name], isInput);
    }
  };
  for (const { method, path } of PUBLIC_CALLS) {
    const { requestBody, responses = {} } = paths[path.replaceAll(/:([a-z]+)/gi, '{$1}')]?.[method] ?? {};
    visit(requestBody, true);
    for (const [status, response] of Object.entries(responses)) if (status.startsWith('2')) visit(response, false);
  }
  return used;
}

function Contents() {
  return (
    <nav aria-label="Contents">
      <ul>
        {[...INTRO, { id: 'webhook-types', title: 'Webhook events' }, ...GROUPS].map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        <li>
          <a href="#others">Other calls</a>
        </li>
        <li>
          <a href="#shapes">Shapes</a>
        </li>
        <li>
          <a href="#errors">Error codes</a>
        </li>
      </ul>
    </nav>
  );
}

function WebhookTypes({ texts }: Pick<ApiPageProps, 'texts'>) {
  return (
    <section id="webhook-types">
      <h2>Webhook events</h2>
      <p>
        The <code>type</code> of each event, with an example. Unknown types and fields may come at any time; ignore
        them.
      </p>
      {webhookExamples(texts).map(({ type, when, event }) => (
        <details key={type}>
          <summary>
            <code>{type}</code> {when}
          </summary>
          <pre>
            <code>{JSON.stringify(event, null, 1)}</code>
          </pre>
        </details>
      ))}
    </section>
  );
}

function OtherCalls({ calls }: { calls: readonly ApiCall[] }) {
  return (
    <section id="others">
      <h2>Other calls</h2>
      <p>
        Calls of the app, for signed-in people and for operators. They take no API key (<code>{KEY_VARIABLE}</code> in
        the examples), and may change without notice.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ service, method, path, summary }) => (
            <tr key={method + path}>
              <td>
                <code>
                  {method.toUpperCase()} /{service}
                  {path}
                </code>
              </td>
              <td>{summary}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Errors() {
  const codes: readonly ApiErrorCode[] = apiErrorCodeSchema.options;
  return (
    <section id="errors">
      <h2>Error codes</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Status and code</th>
            <th scope="col">What it says</th>
          </tr>
        </thead>
        <tbody>
          {codes
            .toSorted((one, other) => API_ERROR_STATUS[one] - API_ERROR_STATUS[other])
            .map((code) => (
              <tr key={code}>
                <td>
                  {API_ERROR_STATUS[code]} <code>{code}</code>
                </td>
                <td>{API_ERROR_TEXTS[code]}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
