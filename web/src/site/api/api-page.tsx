import { Box, type SystemStyleObject } from '@chakra-ui/react';
import { API_GROUPS, API_TAGS, type ApiGroup, tagOf } from '@farwatch/core/contracts/api/api-tags';
import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { API_ERROR_STATUS, type ApiErrorCode, apiErrorCodeSchema } from '@farwatch/core/contracts/api/error';
import { API_ERROR_TEXTS } from '@farwatch/core/contracts/api/error-texts';
import { KEY_VARIABLE } from '@farwatch/core/contracts/api/example-code';
import { templated } from '@farwatch/core/contracts/api/openapi';
import type { Texts } from '@farwatch/core/texts/texts';
import { webhookExamples } from '@farwatch/core/texts/webhook-examples';
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
      if (section !== 'schemas' || used.has(name)) continue;
      used.set(name, isInput);
      visit(components.schemas[name], isInput);
    }
  };
  for (const { method, path } of PUBLIC_CALLS) {
    const { requestBody, responses = {} } = paths[templated(path)]?.[method] ?? {};
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
            <th scope="col">Meaning</th>
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

/** The styles of the reference, by element, so that its thousands of cells need no class of their own. */
const styles: SystemStyleObject = {
  display: { lg: 'grid' },
  gridTemplateColumns: '200px minmax(0, 1fr)',
  gap: '12',
  alignItems: 'start',
  textStyle: 'lg',
  '& > nav': {
    position: { lg: 'sticky' },
    top: '24',
    maxH: { lg: 'calc(100vh - 7rem)' },
    overflowY: 'auto',
    textStyle: 'md',
    mb: { base: '8', lg: '0' },
    borderBottomWidth: { base: '1px', lg: '0' },
    pb: '4',
  },
  '& > nav ul': { listStyleType: 'none', columns: { base: 2, md: 3, lg: 1 }, columnGap: '6' },
  '& > nav a': { display: 'block', py: { base: '2.5', lg: '1' }, color: 'text.muted', _hover: { color: 'text' } },
  '& a': { borderRadius: 'l1', focusVisibleRing: 'outside' },
  '& main': { minW: '0' },
  '& main a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& section': { scrollMarginTop: '20' },
  '& h1': { textStyle: 'title' },
  '& h2': { textStyle: '2xl', fontWeight: 'semibold', mt: '16' },
  '& h3': {
    textStyle: 'lg',
    fontWeight: 'semibold',
    mt: '10',
    pt: '6',
    borderTopWidth: '1px',
    overflowWrap: 'anywhere',
  },
  '& h3 code': { bg: 'transparent', p: '0' },
  '& h4': { textStyle: 'md', fontWeight: 'semibold', mt: '5' },
  '& p, & main ul': { mt: '3', maxW: '720px' },
  '& main ul': { pl: '5', listStyleType: 'disc' },
  '& small': { textStyle: 'sm', color: 'text.muted' },
  '& code': {
    fontFamily: 'mono',
    fontSize: '0.9em',
    bg: 'bg.muted',
    borderRadius: 'l1',
    px: '1',
    overflowWrap: 'anywhere',
  },
  '& table': { width: '100%', mt: '2', textStyle: 'md', borderCollapse: 'collapse', tableLayout: 'fixed' },
  '& th': { textAlign: 'start', fontWeight: 'medium', color: 'text.muted', pb: '1' },
  '& th:first-of-type': { width: { base: '44%', md: '36%' } },
  '& td': { borderTopWidth: '1px', py: '1.5', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& td:first-of-type, & th:first-of-type': { pr: '3' },
  '& td b': { fontWeight: 'normal', textStyle: 'sm', color: 'text.muted' },
  '& details': { mt: '2' },
  '& summary': {
    cursor: 'pointer',
    textStyle: 'md',
    py: '1.5',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    listStyleType: 'disclosure-closed',
    display: 'list-item',
    listStylePosition: 'inside',
  },
  '& details[open] > summary': { listStyleType: 'disclosure-open' },
  '& pre': {
    position: 'relative',
    bg: 'bg.muted',
    borderWidth: '1px',
    borderRadius: 'l2',
    mt: '1',
    p: '3',
    textStyle: 'sm',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '& pre code': { bg: 'transparent', p: '0', fontSize: 'inherit' },
  '& pre button': {
    position: 'absolute',
    top: '1',
    right: '1',
    px: '2.5',
    minH: '8',
    bg: 'surface.raised',
    borderWidth: '1px',
    borderRadius: 'l1',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
  },
  '& search:not([hidden])': { display: 'grid', gap: '1', mt: '6', maxW: '420px' },
  '& input': {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'l2',
    h: '11',
    px: '3',
    textStyle: 'lg',
    focusVisibleRing: 'inside',
  },
  '& output': { textStyle: 'md', color: 'text.muted', minH: '5' },
};
