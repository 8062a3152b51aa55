import { execFileSync } from 'node:child_process';
import { WEBHOOK_CODE } from '@farwatch/core/contracts/webhook-code';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const BODY = JSON.stringify({ type: 'test', text: '✅ “works”' });

/** The reference's code, which prints whether it takes a webhook for one of Farwatch. */
const PROGRAMS = {
  javascript: (input: string) =>
    execFileSync('node', [
      '--input-type=module',
      '-e',
      `${WEBHOOK_CODE.javascript}\nconsole.log(isFromFarwatch(...${input}));`,
    ]),
  python: (input: string) =>
    execFileSync('python3', [
      '-c',
      `${WEBHOOK_CODE.python}\nimport json\nh, b, s = json.loads(${JSON.stringify(input)})\nprint(is_from_farwatch(h, b.encode(), s))`,
    ]),
};

function headersOf(body: string, { secret = SECRET, ageSec = 0 } = {}) {
  const sentAt = new Date(Date.now() - ageSec * 1000);
  return {
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m1', sentAt, body),
  };
}

const OTHER = `whsec_${Buffer.from('another secret of thirty-two char').toString('base64')}`;
const right = headersOf(BODY);
const cases = [
  ['as sent', right, BODY, true],
  ['with two signatures', { ...right, 'webhook-signature': `v1,bm9uZQ== ${right['webhook-signature']}` }, BODY, true],
  ['with another body', right, `${BODY} `, false],
  ['signed with another secret', headersOf(BODY, { secret: OTHER }), BODY, false],
  ['of ten minutes ago', headersOf(BODY, { ageSec: 600 }), BODY, false],
  ['with another id', { ...right, 'webhook-id': 'm2' }, BODY, false],
] as const;

it.each(cases.flatMap((each) => (['javascript', 'python'] as const).map((language) => [language, ...each] as const)))(
  '%s verifies a webhook %s',
  (language, _what, headers, body, expected) => {
    const output = PROGRAMS[language](JSON.stringify([headers, body, SECRET]))
      .toString()
      .trim()
      .toLowerCase();
    expect(output).toBe(String(expected));
  },
);
