import { webhookEventSchema } from '@farwatch/core/contracts/webhook-event';
import { type Json, jsonContent, jsonSchema } from './operation.ts';

/** The OpenAPI description of what a webhook channel sends (docs/notifications.md, Webhooks). */
export function webhookDescription(): Json {
  return {
    notification: {
      post: {
        operationId: 'notification',
        summary: 'What a webhook channel sends, signed as Standard Webhooks specifies',
        security: [],
        parameters: [
          header('webhook-id', 'The message; the same whenever it is sent again'),
          header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
          header('webhook-signature', '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` by the secret'),
        ],
        requestBody: { required: true, content: jsonContent(jsonSchema(webhookEventSchema, 'output')) },
        responses: {
          '2XX': { description: 'Received, within 10 s' },
          '400': { description: 'This message is not sent again; so are 413 and 422' },
          '410': { description: 'Nothing is sent until the settings of the channel change' },
          default: { description: 'It is sent again, after Retry-After if given; redirects are not followed' },
        },
      },
    },
  };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
