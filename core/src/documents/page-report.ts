import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { STATUS_PAGE } from '../values/status-page/limits.ts';
import { declareCollection } from './collection.ts';

/** `pageReports/{id}`: a visitor's abuse report about a status page, for the operators. */
export const pageReportSchema = z.object({
  slug: z.string(),
  text: z.string().max(STATUS_PAGE.reportLength),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type PageReport = z.infer<typeof pageReportSchema>;

export const pageReportCollection = declareCollection({
  path: 'pageReports',
  schema: pageReportSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['slug', 'text'],
  indexes: [['createdAt desc']],
  account: 'none',
});
