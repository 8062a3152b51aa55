import { API_CALLS } from '../contracts/api/calls.ts';
import type { Json } from '../contracts/api/json-schema.ts';
import { openApiDocument } from '../contracts/api/openapi.ts';
import type { Texts } from './texts.ts';
import { webhookExamples } from './webhook-examples.ts';

/** The OpenAPI description of the whole API, with two examples of webhooks; `/docs/api` has one of each type. */
export function describeApi(texts: Texts): Json {
  const events = webhookExamples(texts).filter(({ type }) => type === 'outage' || type === 'test');
  return openApiDocument(
    API_CALLS,
    events.map(({ event }) => event),
  );
}
