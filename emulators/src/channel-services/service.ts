import type { IncomingHttpHeaders } from 'node:http';

/** A request as the service itself would get it: `url` has the service's host, not the stand-in's. */
export type ServiceRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

/** The response of a service. */
export type ServiceReply = {
  status: number;
  headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
};

/** The message in a request. */
export type Received = {
  /** The channel, user or topic that it addresses. */
  target: string;
  /** The body, to be shown. */
  content: unknown;
  /** Why its recipients do not see the message, although the service accepts it. */
  problem?: string;
};

/** A stand-in for one service. It may keep state, such as a used quota, for as long as the server runs. */
export type ChannelService = {
  /** The name in /messages and /mode. */
  name: string;
  /** Whether requests for that host are this service's. */
  hasHost: (host: string) => boolean;
  /** Never throws, also for what the service refuses. */
  read: (request: ServiceRequest) => Received;
  /** Answers a request after all the service's checks. */
  answer: (request: ServiceRequest) => ServiceReply;
  /** The responses that `POST /mode` switches on, by their names; `hang` is known for every service. */
  failures: Record<string, (options: FailureOptions) => ServiceReply>;
};

export type FailureOptions = { retryAfterSec: number };

/** The JSON of a text, or the text itself. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
