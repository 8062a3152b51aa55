import type { IncomingHttpHeaders } from 'node:http';

/** A request as the service itself would get it: `url` has the service's host, not the stand-in's. */
export type ServiceRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

/** An answer. `body`: a text as it is, anything else as JSON. */
export type ServiceReply = { status: number; headers?: Record<string, string>; body?: unknown };

/**
 * What a request says. `target`: the channel, user or topic that it addresses. `content`: its body, to be shown.
 * `problem`: why its recipients do not see the message, although the service accepts it.
 */
export type Received = { target: string; content: unknown; problem?: string };

/**
 * A stand-in for one service. It may keep state, such as a used quota, for as long as the server runs.
 * `failures`: answers that `POST /mode` switches on, by their names; `hang` is known for every service.
 */
export type ChannelService = {
  /** As in /messages and /mode. */
  name: string;
  /** Whether requests for that host are this service's. */
  hasHost: (host: string) => boolean;
  /** Never throws, also for what the service refuses. */
  read: (request: ServiceRequest) => Received;
  /** What the service answers, after all its checks of the request. */
  answer: (request: ServiceRequest) => ServiceReply;
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
