import { failApi } from '../e2e/testing/app.ts';
import { text } from './looks.ts';
import type { Screen } from './screen.ts';

/** The page of one agent in each of its states. */
export const agentDetailScreens: Screen[] = [
  { name: 'agent', as: 'keeper', path: ({ detailed }) => `/agents/${detailed.healthyId}` },
  { name: 'agent-sick', as: 'keeper', path: ({ detailed }) => `/agents/${detailed.failingId}` },
  { name: 'agent-fresh', as: 'keeper', path: ({ detailed }) => `/agents/${detailed.newId}` },
  { name: 'agent-missing', as: 'keeper', path: () => '/agents/missing' },
  {
    name: 'agent-synced',
    as: 'keeper',
    path: ({ detailed }) => `/agents/${detailed.healthyId}`,
    whole: false,
    prepare: async (page, look) => {
      await page.getByRole('button', { name: text(look, 'agent.sync.button') }).click();
      await page.getByText(text(look, 'agent.sync.sent')).waitFor();
    },
  },
  {
    name: 'agent-failing',
    as: 'keeper',
    path: ({ detailed }) => `/agents/${detailed.failingId}`,
    prepare: async (page, look) => {
      await failApi(page, '/agents/*/availability', 500);
      await page.getByRole('tab', { name: text(look, 'agent.availability') }).click();
      await page.getByRole('alert').getByText(text(look, 'agent.loadFailed')).waitFor();
    },
  },
  {
    name: 'agent-availability',
    as: 'keeper',
    path: ({ detailed }) => `/agents/${detailed.healthyId}?tab=availability`,
    prepare: (page) => page.getByRole('tabpanel').getByRole('img').waitFor(),
  },
  {
    name: 'agent-availability-sick',
    as: 'keeper',
    path: ({ detailed }) => `/agents/${detailed.failingId}?tab=availability`,
    prepare: (page) => page.getByRole('tabpanel').getByRole('img').waitFor(),
  },
  {
    name: 'agent-availability-empty',
    as: 'keeper',
    path: ({ detailed }) => `/agents/${detailed.newId}?tab=availability`,
  },
  {
    name: 'agent-segments',
    as: 'keeper',
    path: ({ detailed }) => `/agents/${detailed.healthyId}?tab=availability`,
    whole: false,
    prepare: async (page) => {
      await page.getByRole('tabpanel').getByRole('table').getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'agent-endpoints', as: 'keeper', path: ({ detailed }) => `/agents/${detailed.healthyId}?tab=endpoints` },
  { name: 'agent-endpoints-empty', as: 'keeper', path: ({ detailed }) => `/agents/${detailed.newId}?tab=endpoints` },
];
