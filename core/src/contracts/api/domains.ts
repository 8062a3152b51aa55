import { domainSchema, registrationSchema } from '../../documents/domain.ts';
import { apiCall } from './call.ts';
import { byIdSchema, isoSchema } from './parts.ts';

/** `GET /v1/endpoints/{id}/domain`: what the registry said of a domain, when, and what prevented it. */
const domainAnswerSchema = domainSchema.pick({ name: true, problem: true, statusCode: true }).extend({
  registration: registrationSchema.extend({ expiresAt: isoSchema.nullable() }).nullable(),
  answeredAt: isoSchema.nullable(),
  askedAt: isoSchema.nullable(),
  /** When the registry is queried next; null while the endpoint is paused. */
  askAt: isoSchema.nullable(),
});

/** For programs: the app reads the documents. */
export const domainCalls = {
  domain: apiCall({
    method: 'get',
    path: '/v1/endpoints/:id/domain',
    scope: 'read',
    role: 'viewer',
    summary: 'The registration of a domain that an endpoint watches',
    params: byIdSchema,
    output: domainAnswerSchema,
  }),
};
