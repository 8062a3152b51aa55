import { z } from 'zod';
import { channelType } from './channel-type.ts';

const WORKFLOW_HOST = /(^|\.)(logic\.azure\.com|api\.powerplatform\.com|api\.powerautomate\.com|flow\.microsoft\.com)$/;
/** Office 365 connectors, which Microsoft has switched off. */
const CONNECTOR_HOST = /\.webhook\.office\.com$/;

const urlSchema = z
  .url({ protocol: /^https$/, error: 'is not an https URL' })
  .max(1000)
  .refine((url) => !CONNECTOR_HOST.test(hostOf(url)), {
    error: 'belongs to a connector, which Microsoft has switched off: create a webhook in the Workflows app instead',
  })
  .refine((url) => CONNECTOR_HOST.test(hostOf(url)) || WORKFLOW_HOST.test(hostOf(url)), {
    error: 'is not the URL of a Microsoft Teams workflow',
  });

/** A workflow of Microsoft Teams that posts what its webhook receives. The URL contains its signature. */
export const teamsType = channelType({
  settings: z.object({ webhookUrl: urlSchema }),
  secrets: ['webhookUrl'],
  verifiedBy: 'test',
});

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
