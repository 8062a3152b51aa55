import { z } from 'zod';
import { channelType } from '../channel-type.ts';

/** An Events API v2 integration of a PagerDuty service. `region`: where the account is, as its address says. */
export const pagerdutyType = channelType({
  settings: z.object({
    routingKey: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{32}$/, 'is not an integration key of 32 letters and digits'),
    region: z.enum(['us', 'eu']).default('us'),
  }),
  secrets: ['routingKey'],
  verifiedBy: 'test',
});
