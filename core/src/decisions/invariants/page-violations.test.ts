import { expect, test } from 'vitest';
import type { Page } from '../../documents/page.ts';
import { pageComponentSample, pageSample } from '../../testing/page-sample.ts';
import { monitorEndpointSample, monitorSample } from '../../testing/samples.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';
import { pageViolations } from './page-violations.ts';

const monitor = (pages: string[], ownerId = 'owner') =>
  monitorSample({ ownerId, pages, endpoints: { endpoint: monitorEndpointSample() } });
const showing = (...components: Partial<PageComponent>[]): Page =>
  pageSample({ groups: [{ name: '', components: components.map((each) => pageComponentSample(each)) }] });
const violations = (monitors: Record<string, ReturnType<typeof monitor>>, pages: Record<string, Page>) =>
  pageViolations({ monitors: new Map(Object.entries(monitors)), pages: new Map(Object.entries(pages)) }).map(
    ({ document, text }) => `${document} ${text}`,
  );

test('nothing is wrong with monitors that name the pages on which they are', () => {
  const pages = { acme: showing({}, { endpointId: 'endpoint' }), docs: showing({}), empty: pageSample({ groups: [] }) };
  expect(violations({ monitor: monitor(['docs', 'acme']), other: monitor([]) }, pages)).toEqual([]);
});

test.each([
  [{}, { acme: showing({}) }, 'pages/acme shows checkout of monitor monitor, which is gone'],
  [
    { monitor: monitor(['acme'], 'stranger') },
    { acme: showing({}) },
    "pages/acme shows checkout of another owner's monitor monitor",
  ],
  [
    { monitor: monitor(['acme']) },
    { acme: showing({ endpointId: 'gone' }) },
    'pages/acme shows checkout of endpoint gone, which monitor does not have',
  ],
  [{ monitor: monitor([]) }, { acme: showing({}) }, 'monitors/monitor does not name page acme'],
  [{ monitor: monitor(['acme']) }, {}, 'monitors/monitor names page acme, which does not show it'],
  [
    { monitor: monitor(['acme']) },
    { acme: pageSample({ groups: [] }) },
    'monitors/monitor names page acme, which does not show it',
  ],
])('what is wrong is named: %#', (monitors, pages, expected) => {
  expect(violations(monitors, pages)).toEqual([expected]);
});
