import { KEY_VARIABLE } from '@farwatch/core/contracts/api/example-code';
import { WEBHOOK_CODE } from '@farwatch/core/contracts/webhook-code';
import { API_KEY_RATES, API_KEYS_PER_OWNER } from '@farwatch/core/values/api-key';
import { LIMITS } from '@farwatch/core/values/limits';
import { READ_RATE, WRITE_RATE } from '@farwatch/core/values/token-bucket';
import type { ReactNode } from 'react';
import { ALERTS_PATH } from '../../lib/navigation/paths.ts';
import { Example } from './call-section.tsx';

const KIB = 1024;

/** The parts of the introduction, for the contents. */
export const INTRO = [
  { id: 'authentication', title: 'Authentication' },
  { id: 'formats', title: 'Names and times' },
  { id: 'paging', title: 'Pages of lists' },
  { id: 'repeating', title: 'Repeating a request' },
  { id: 'limits', title: 'Limits' },
  { id: 'failures', title: 'Errors' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'versions', title: 'Versions' },
] as const;
type IntroId = (typeof INTRO)[number]['id'];

/** What holds for all calls. */
export function Introduction({ origin }: { origin: string }) {
  return (
    <>
      <Part id="authentication">
        <p>
          Create an API key in <a href={ALERTS_PATH}>Settings → Integrations</a>, and send it with every call. An
          account can have {API_KEYS_PER_OWNER} keys. Each has a scope: a <code>read</code> key makes calls that change
          nothing, a <code>write</code> key makes all calls of this page. A key can expire after 30, 90 or 365 days.
        </p>
        <pre>
          <code>{`export ${KEY_VARIABLE}=fwk_…\ncurl -H "Authorization: Bearer $${KEY_VARIABLE}" ${origin}/api/monitors`}</code>
        </pre>
        <p>
          A key is shown once; keep it in a secret store, not in code. It stops working at once when it is revoked
          there, or by anyone who finds it: <a href="#postV1KeysRevoke">POST /api/v1/keys/revoke</a> needs only the key
          itself. Every change by a key is in the account’s activity.
        </p>
      </Part>
      <Part id="formats">
        <ul>
          <li>Requests and answers are JSON in UTF-8, and calls go to this site’s address under /api.</li>
          <li>
            Times are ISO 8601 in UTC, such as <code>2026-11-28T09:30:00.000Z</code>; names that end in Ms and Sec are
            durations in milliseconds and seconds, and <code>pausedUntilMs</code> and <code>untilMs</code> are
            milliseconds since 1970.
          </li>
          <li>
            Fields have names in camelCase; some of the oldest have names in snake_case, or both. Each table has the
            name to use.
          </li>
          <li>
            Unknown fields of a request are ignored, except in an endpoint’s <code>check</code>, where they are an
            error. In a replacement (PUT), what may be left out keeps its value or gets its default.
          </li>
          <li>In answers secrets are masked. A mask that you send back keeps the stored secret.</li>
        </ul>
      </Part>
      <Part id="paging">
        <p>
          Lists that can grow are answered in pages. While there are more, the <code>Link</code> header names the next
          page (<code>{'<…>; rel="next"'}</code>); its <code>cursor</code> is also the answer’s <code>next</code>, where
          the answer has one. Follow it until there is none. Incidents have numbered pages instead, and for all of them
          there is the <a href="#getV1IncidentsExport">export</a>.
        </p>
      </Part>
      <Part id="repeating">
        <p>
          A request without an answer may have had its effect. Calls that create something take an{' '}
          <code>Idempotency-Key</code> header, a text of your choice of up to 255 characters: with the same key and body
          they answer what the first request created, and create nothing twice. The same key with another body is the
          error <code>repeated_differently</code>. Keys are remembered for 400 days. Calls with PUT and DELETE can be
          repeated as they are.
        </p>
      </Part>
      <Part id="limits">
        <p>
          A key may make {API_KEY_RATES.readsPerMinute} reads (GET) and {API_KEY_RATES.writesPerMinute} writes a minute,
          unless this installation has set other limits. All keys of an account together, and its people, may make{' '}
          {READ_RATE.burst} reads and {WRITE_RATE.burst} writes at once, and then {READ_RATE.perSec} reads and{' '}
          {WRITE_RATE.perSec} write a second. Some calls have limits of their own.
        </p>
        <ul>
          <li>
            <code>RateLimit-Policy: "read";q=60;w=60</code>: 60 calls in 60 seconds.
          </li>
          <li>
            <code>RateLimit: "read";r=59;t=1</code>: 59 calls are left, and in one second the limit is full again.
          </li>
          <li>
            Beyond a limit the answer is 429. Wait for the seconds in <code>Retry-After</code>, then repeat the request.
            After 500, 502 and 503 wait a few seconds, and longer each time.
          </li>
          <li>A body may have {LIMITS.bodyBytes.usual / KIB} KiB, unless a call has another limit.</li>
        </ul>
      </Part>
      <Part id="failures">
        <p>
          An error has a status from 400 on and a body with a <code>code</code>, which stays the same, and a text for
          people, which may change. Act on the <code>code</code>. <code>details</code> names the fields that are wrong.
        </p>
        <pre>
          <code>{`{
  "error": "The request is not valid",
  "code": "invalid",
  "details": [{ "path": "endpoints.0.check.methd", "message": "no such field" }]
}`}</code>
        </pre>
        <p>
          Any call can answer 401 <code>unauthenticated</code>, 403 <code>forbidden</code> or <code>unverified</code>,
          413 <code>too_large</code>, 429 <code>too_many_requests</code> and 500 <code>internal</code>. Another
          account’s id is 404 <code>not_found</code>. All codes are in <a href="#errors">Error codes</a>.
        </p>
      </Part>
      <Part id="webhooks">
        <p>
          A <a href={ALERTS_PATH}>webhook channel</a> posts each alert to your URL as JSON, signed as{' '}
          <a href="https://www.standardwebhooks.com">Standard Webhooks</a> specifies, so any of its libraries verifies
          it. Answer with a status from 200 to 299 within 10 seconds. After 400, 413 and 422 a message is not sent
          again; after 410 the channel stops until its settings change; after anything else the message is sent again
          for a day, with the same <code>webhook-id</code>, by which you can tell that you have it already.
        </p>
        <Example language="javascript" code={WEBHOOK_CODE.javascript} />
        <Example language="python" code={WEBHOOK_CODE.python} />
        <p>While a replaced secret still signs, for 24 hours, there are two signatures.</p>
      </Part>
      <Part id="versions">
        <ul>
          <li>
            Answers and webhooks get new fields, new codes and new values without notice. Ignore what you do not know.
          </li>
          <li>
            No field or call that this page describes is removed or renamed within 12 months after the changelog has
            announced it. Until then it works, and this page names what replaces it.
          </li>
          <li>Paths without a version, such as /api/monitors, are as stable as those with /v1; they stay.</li>
        </ul>
      </Part>
    </>
  );
}

function Part({ id, children }: { id: IntroId; children: ReactNode }) {
  return (
    <section id={id}>
      <h2>{INTRO.find((each) => each.id === id)?.title}</h2>
      {children}
    </section>
  );
}
