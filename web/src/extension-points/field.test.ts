import { ChakraProvider, defaultSystem } from '@chakra-ui/react';
import type { EndpointContent, MonitorContent, MonitorInput } from '@farwatch/core/contracts/api/monitors';
import { WITH_FIELDS } from '@farwatch/core/testing/sample-field';
import i18n from 'i18next';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { initReactI18next, useTranslation } from 'react-i18next';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const MONITOR_PARTS = '../features/monitor-form/monitor-parts.tsx';
const ENDPOINT_PARTS = '../features/monitor-form/endpoint-parts.tsx';
const POST = { method: 'POST', headers: {} };

type BudgetProps = { form: { getValues(): object }; error: string | undefined };
const budgetMs = {
  label: () => 'Budget',
  error: () => 'Not a budget.',
  Input: ({ form, error }: BudgetProps) => `Budget ${JSON.stringify(form.getValues())} ${error ?? 'fine'}`,
};
const request = {
  label: () => 'Request',
  error: () => 'Not a request.',
  Input: ({ entry }: { entry: object }) => `as ${JSON.stringify(entry)}`,
};

// A new field of monitors and one of endpoints: an entry in core's table, and a part of the form.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/monitor-fields/table', () => WITH_FIELDS);
  vi.doMock('../lib/api/use-api.ts', () => ({ useApi: () => ({ data: undefined }) }));
  vi.doMock('../lib/live/account.ts', () => ({
    useProfile: () => ({ data: undefined }),
    useMonitors: () => ({ data: undefined }),
  }));
  const parts = {
    monitor: (await vi.importActual<{ MONITOR_PARTS: object }>(MONITOR_PARTS)).MONITOR_PARTS,
    endpoint: (await vi.importActual<{ ENDPOINT_PARTS: object }>(ENDPOINT_PARTS)).ENDPOINT_PARTS,
  };
  vi.doMock('../features/monitor-form/monitor-parts.tsx', () => ({ MONITOR_PARTS: { ...parts.monitor, budgetMs } }));
  vi.doMock('../features/monitor-form/endpoint-parts.tsx', () => ({ ENDPOINT_PARTS: { ...parts.endpoint, request } }));
  const { textsOf } = await import('../lib/i18n/i18n.ts');
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: await textsOf('en') } } });
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/monitor-fields/table');
  vi.doUnmock('../lib/api/use-api.ts');
  vi.doUnmock('../lib/live/account.ts');
  vi.doUnmock('../features/monitor-form/monitor-parts.tsx');
  vi.doUnmock('../features/monitor-form/endpoint-parts.tsx');
  vi.resetModules();
});

function textOf(Component: ComponentType): string {
  const html = renderToStaticMarkup(
    createElement(ChakraProvider, { value: defaultSystem, children: createElement(Component) }),
  );
  return html.replaceAll(/<style.*?<\/style>|<[^>]+>/g, ' ').replaceAll('&quot;', '"');
}

it('is in the form of a new monitor with its default', async () => {
  const { NEW_DRAFT, appendEntries } = await import('../features/monitor-form/draft.ts');
  const { MonitorFields } = await import('../features/monitor-form/monitor-fields.tsx');
  const text = textOf(function Form() {
    return createElement(MonitorFields, {
      form: useForm<MonitorContent, unknown, MonitorInput>({ defaultValues: NEW_DRAFT }),
    });
  });
  expect(text).toMatch(/Budget .*"budgetMs":null.* fine/);
  expect(appendEntries([], [{ url: 'a.test', description: '' }])).toMatchObject([{ id: 'new1', request: null }]);
});

it('is in the fields of an endpoint, and prevents saving while invalid', async () => {
  const { UrlEntryRow } = await import('../features/monitor-form/urls/url-entry-row.tsx');
  const { entryProblems } = await import('../features/monitor-form/urls/entry-problems.ts');
  const { appendEntries } = await import('../features/monitor-form/draft.ts');
  const [entry] = appendEntries([], [{ url: 'https://a.test/', description: '' }]);
  if (!entry) throw new Error('No entry was added.');
  const invalid: EndpointContent & { request: unknown } = { ...entry, request: 'GET' };
  const problem = entryProblems([invalid]).get(entry.id);
  expect(problem).toBe('request');
  const actions = { change: () => {}, remove: () => {}, open: () => {}, more: () => {} };
  const text = textOf(function Row() {
    const { t } = useTranslation();
    return createElement(UrlEntryRow, {
      entry: invalid,
      index: 0,
      problem,
      isOpen: true,
      isSubmitted: true,
      actions,
      t,
    });
  });
  expect(text).toMatch(/Request\s*as .*"request":"GET"/);
  expect(text).toContain('Not a request.');
});

it('is sent, compared and merged with changes saved elsewhere', async () => {
  const { NEW_DRAFT, draftOf, editOf } = await import('../features/monitor-form/draft.ts');
  const { saveFailureKey } = await import('../features/monitor-form/save-failure.ts');
  const { mergeEdits } = await import('@farwatch/core/decisions/monitors/merge-edits');
  const { monitorInputSchema } = await import('@farwatch/core/contracts/api/monitors');
  const { endpointContentSample } = await import('@farwatch/core/testing/samples');
  const endpoint = { ...endpointContentSample(), request: POST };
  const before = draftOf({ ...NEW_DRAFT, name: 'Shop', endpoints: [endpoint] });
  const local: MonitorContent & { budgetMs: number } = { ...before, budgetMs: 500 };
  expect(monitorInputSchema.parse(local)).toMatchObject({ budgetMs: 500, endpoints: [{ request: POST }] });
  expect(saveFailureKey(before, { ...local, endpoints: [] })).toBe('form.errors.updateFailed');
  const remote: MonitorContent & { budgetMs: number } = { ...before, budgetMs: 900 };
  const { conflicts } = mergeEdits(editOf(before), editOf(local), remote);
  expect(conflicts).toMatchObject([{ field: 'budgetMs', local: 500, remote: 900 }]);
});
