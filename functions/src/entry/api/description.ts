import { describeApi } from '@farwatch/core/texts/api-description';
import { textsOf } from '@farwatch/core/texts/texts';
import type { RequestHandler } from 'express';

let text: Promise<string> | undefined;

/** Answers the API's description without authentication; built on the first request. */
export const answerDescription: RequestHandler = async (_request, response) => {
  text ??= textsOf('en').then((texts) => JSON.stringify(describeApi(texts)));
  const description = await text;
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.type('application/json').send(description);
};
