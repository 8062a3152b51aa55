import { z } from 'zod';
import { apiCall } from './call.ts';

/** `GET /metrics`: an account's endpoints for Prometheus (docs/metrics.md). */
export const metricsCalls = {
  read: apiCall({
    method: 'get',
    path: '/metrics',
    scope: 'read',
    role: 'viewer',
    summary: 'Every endpoint as metrics for Prometheus, in its text format or as OpenMetrics by the Accept header',
    headers: z.object({ accept: z.string().max(2000).default('') }),
    isText: true,
    output: z.object({ contentType: z.string(), text: z.string() }),
  }),
};
