import type { BrowserContext } from 'playwright-core';

/** Browsers' messages about a policy that is broken or invalid. */
const OF_POLICIES = /content security policy|permissions[- ]policy|cross-origin-opener-policy|refused to/i;

/** Collects in the returned list what policies refuse to the context's pages, including their frames and workers. */
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
