/** Programs that verify a webhook as Standard Webhooks specifies; `docs/api` shows them, and tests run them. */
export const WEBHOOK_CODE = {
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the text as received. headers: with names in lower case. secret: whsec_…
export function isFromFarwatch(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  python: `import base64, hashlib, hmac, time

# body: the bytes as received. headers: with names in lower case. secret: whsec_…
def is_from_farwatch(headers, body, secret):
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest("v1," + expected, each) for each in signatures)`,
} as const;
