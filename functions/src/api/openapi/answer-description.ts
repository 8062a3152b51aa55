import { API_CALLS } from '@farwatch/core/api/calls';
import type { RequestHandler } from 'express';
import { openApiDocument } from './document.ts';

let text: string | undefined;

/** Answers the API's description without authentication; it is made on the first request. */
export const answerDescription: RequestHandler = (_request, response) => {
  text ??= JSON.stringify(openApiDocument(API_CALLS));
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.type('application/json').send(text);
};
