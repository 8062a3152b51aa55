import type { GoogleProject } from './google-project.ts';
import type { Json } from './json.ts';

/** A request to one of the APIs. */
export interface ApiRequest {
  /** Its host without `.googleapis.com`. */
  api: string;
  method: string;
  /** Starts with the API's version. */
  path: string;
  query: URLSearchParams;
  body: Json;
  /** The project that the call counts for, if the caller names one. */
  quotaProject: string;
}

export interface Answer {
  status: number;
  body: Json;
}

type Handler = (project: GoogleProject, request: ApiRequest, ...groups: string[]) => Answer | Json;

/** Answers `METHOD /path`; groups of the pattern are passed to the handler. */
export interface Route {
  method: string;
  pattern: RegExp;
  handle: Handler;
}

export function route(method: string, pattern: RegExp, handle: Handler): Route {
  return { method, pattern, handle };
}

/** The form in which all of Google's APIs answer errors. */
export function failure(code: number, status: string, message: string): Answer {
  return { status: code, body: { error: { code, status, message } } };
}

export function notFound(what: string): Answer {
  return failure(404, 'NOT_FOUND', `${what} was not found.`);
}

export function isAnswer(value: Answer | Json): value is Answer {
  return value !== null && typeof value === 'object' && 'status' in value && 'body' in value;
}
