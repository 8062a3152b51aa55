import { isOwnOrigin } from '../../platform/http/middleware.ts';

/** Whether a payer may return to the origin: the app's own, and the comma-separated PUBLIC_ORIGINS. */
export function isPublicOrigin(origin: string, env: NodeJS.ProcessEnv): boolean {
  return isOwnOrigin(origin, env) || publicOrigins(env).includes(origin);
}

/** Where the provider sends notifications: the first of PUBLIC_ORIGINS, or the project's Hosting address. */
export function notifyUrlOf(env: NodeJS.ProcessEnv): string {
  const [first = `https://${env.GCLOUD_PROJECT ?? ''}.web.app`] = publicOrigins(env);
  return `${first}/payment/ipn`;
}

/** Normalized, without a trailing slash or a default port; anything but http(s) URLs is skipped. */
function publicOrigins({ PUBLIC_ORIGINS = '' }: NodeJS.ProcessEnv): string[] {
  const listed = PUBLIC_ORIGINS.split(',').map((each) => each.trim());
  return listed.filter((each) => /^https?:\/\//i.test(each) && URL.canParse(each)).map((each) => new URL(each).origin);
}
