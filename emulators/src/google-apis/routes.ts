import type { GoogleProject } from './google-project.ts';

/** A request to one of the APIs; `path` starts with the API's version. */
export interface ApiRequest {
  api: string;
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
}

/** A JSON value, as an API receives or answers it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

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

/** The body's object, empty for any other body. */
export function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The property's text, empty for anything else. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
