import { z } from 'zod';
import type { Ports } from '../platform/ports.ts';

/** The part of Hosting's configuration that is read. */
const headersSchema = z.array(
  z.looseObject({
    source: z.string(),
    headers: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
);

const POLICY = 'Content-Security-Policy';

/**
 * Hosting's headers, except that pages may also connect to this machine's emulators of Auth and Firestore, and show the
 * frame of Auth's emulator instead of the project's domain. Policies that allow no connections stay. Throws a
 * ZodError for headers of another shape.
 */
export function headersWithEmulators(headers: unknown, ports: Pick<Ports, 'auth' | 'firestore'>) {
  const [auth, firestore] = [ports.auth, ports.firestore].map((port) => `http://127.0.0.1:${port}`);
  const more = { 'connect-src': `${auth} ${firestore}`, 'frame-src': `${auth}` };
  return headersSchema.parse(headers).map((rule) => ({
    ...rule,
    headers: rule.headers.map(({ key, value }) => ({ key, value: key === POLICY ? allowing(value, more) : value })),
  }));
}

/** Adds sources to those directives that the policy has. */
function allowing(policy: string, more: Record<string, string>): string {
  const directives = policy.split(/;\s*/).map((directive) => {
    const added = more[directive.split(' ', 1)[0] ?? ''];
    return added ? `${directive} ${added}` : directive;
  });
  return directives.join('; ');
}
