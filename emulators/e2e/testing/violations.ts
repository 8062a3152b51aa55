import type { BrowserContext } from 'playwright-core';

/** What browsers write of a policy that they cannot read or that was broken. */
const OF_POLICIES = /content security policy|permissions[- ]policy|cross-origin-opener-policy|refused to/i;

/** Notes what any page of the context was refused by its policies, frames and workers included, into the list it gives. */
export async function watchPolicies(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeFunction('noteRefusal', (what: string) => refused.push(what));
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    noteRefusal([event.documentURI, event.effectiveDirective, event.blockedURI, event.sourceFile].join(' '));
  })`);
  context.on('console', (message) => {
    if (OF_POLICIES.test(message.text())) refused.push(message.text());
  });
  return refused;
}
