import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rootDir } from '../platform/paths.ts';
import { headersWithEmulators } from './content-policy.ts';

const rulesSchema = z.array(
  z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
);
const configSchema = z.object({ hosting: z.object({ headers: rulesSchema }) });

const { headers } = configSchema.parse(JSON.parse(readFileSync(join(rootDir, 'firebase.json'), 'utf8'))).hosting;
/** The whole site except the status pages, which have their own policy (functions/src/entry/site/answer-headers.ts). */
const APP = '!/@(__|status|badge)/**';
const ports = { auth: 21001, firestore: 21002 };

function policyOf(rules: z.infer<typeof rulesSchema>, source: string): Map<string, string[]> {
  const rule = rules.find((each) => each.source === source);
  const policy = rule?.headers.find(({ key }) => key === 'Content-Security-Policy')?.value;
  if (policy === undefined) throw new Error(`${source} has no policy.`);
  return new Map(policy.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]));
}

describe('the policy of pages', () => {
  const policy = policyOf(headers, APP);

  it('allows only the app’s scripts and the one of Google’s sign-in', () => {
    expect(policy.get('script-src')).toEqual(["'self'", 'https://apis.google.com']);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"]);
  });

  it('allows no scheme as a whole but data:, and nothing unencrypted', () => {
    const sources = [...policy.values()].flat();
    expect(sources.filter((source) => source === '*' || source.startsWith('http:'))).toEqual([]);
    expect(sources.filter((source) => /^\w+:$/.test(source))).toEqual(['data:']);
    expect(policy.get('img-src')).toContain('data:');
  });

  it('lets no other site frame a page, set its base, or receive its forms', () => {
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  });
});

describe('headersWithEmulators', () => {
  it('lets pages call the emulators, and changes nothing else', () => {
    const local = headersWithEmulators(headers, ports);
    const [deployed, tested] = [policyOf(headers, APP), policyOf(local, APP)];
    expect(tested.get('connect-src')).toEqual([
      ...(deployed.get('connect-src') ?? []),
      'http://127.0.0.1:21001',
      'http://127.0.0.1:21002',
    ]);
    expect(tested.get('frame-src')).toEqual([...(deployed.get('frame-src') ?? []), 'http://127.0.0.1:21001']);
    for (const [name, sources] of deployed) {
      if (name !== 'connect-src' && name !== 'frame-src') expect([name, tested.get(name)]).toEqual([name, sources]);
    }
    const without = (rules: typeof headers) =>
      rules.map((rule) => ({ ...rule, headers: rule.headers.filter(({ key }) => key !== 'Content-Security-Policy') }));
    expect(without(local)).toEqual(without(headers));
  });

  it('keeps the policy of the API, which allows no requests', () => {
    const local = headersWithEmulators(headers, ports);
    expect(policyOf(local, '/api/**')).toEqual(policyOf(headers, '/api/**'));
  });
});
