import { DELIVERY_FAILURES, type DeliveryFailureCode } from './channel-type.ts';

/** Why a test was not delivered and what to do, in English for API responses. */
type DeliveryFailure = { status: 400 | 429 | 502; text: string; advice: string };

const FAILURES: Record<DeliveryFailureCode, DeliveryFailure> = {
  unauthorized: {
    status: 400,
    text: 'The service does not accept these credentials',
    advice: 'The key, token or URL is wrong or was revoked. Copy it again in full, or create a new one.',
  },
  target_not_found: {
    status: 400,
    text: 'The service does not know this destination',
    advice: 'The webhook, chat, topic or address was deleted or mistyped. Check it, or create a new one.',
  },
  refused: {
    status: 400,
    text: 'The service refuses to send there',
    advice: 'Messages to this destination are blocked or not allowed. Change that at the service, then test again.',
  },
  message_rejected: {
    status: 400,
    text: 'The service rejected the message',
    advice: 'The destination exists but does not accept this kind of message. See the technical details.',
  },
  busy: {
    status: 429,
    text: 'Too many messages for the service',
    advice: 'The service limits how many messages it accepts in a short time. Wait a little, then test again.',
  },
  quota_exceeded: {
    status: 400,
    text: 'The quota of messages is used up',
    advice:
      'The service accepts no more messages in this period. Wait for the next one, or choose a larger plan there.',
  },
  unreachable: {
    status: 502,
    text: 'The service cannot be reached',
    advice:
      'It did not respond, or reported an error of its own. If the technical details name a certificate or SSL, fix that there. Otherwise try again in a few minutes.',
  },
  forbidden_address: {
    status: 400,
    text: 'This address is not on the public internet',
    advice: 'Farwatch only sends to public addresses, not into private or local networks. Use a public address.',
  },
};

/** The API's error code for a message that was not delivered. */
export type DeliveryErrorCode = `channel_${DeliveryFailureCode}`;

/** The API's error code for that failure. */
export function deliveryErrorCode(code: DeliveryFailureCode): DeliveryErrorCode {
  return `channel_${code}`;
}

export const DELIVERY_ERROR_CODES = DELIVERY_FAILURES.map(deliveryErrorCode);

/** The failures by the API's error codes. The cast is safe: every code is listed. */
export const DELIVERY_ERRORS = Object.fromEntries(
  DELIVERY_FAILURES.map((code) => [deliveryErrorCode(code), FAILURES[code]]),
) as Record<DeliveryErrorCode, DeliveryFailure>;
