import { z } from 'zod';
import { channelType } from './channel-type.ts';

/** An Events API v2 integration of a PagerDuty service. */
export const pagerdutyType = channelType({
  settings: z.object({
    routingKey: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{32}$/, 'is not an integration key of 32 letters and digits'),
  }),
  secrets: ['routingKey'],
  verifiedBy: 'test',
  holdsAlerts: true,
  isForPrograms: true,
});
