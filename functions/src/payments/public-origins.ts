import { isOwnOrigin } from '../api/middleware.ts';

/** Whether a payer may return there: the app's own origins, and those listed with commas in PUBLIC_ORIGINS. */
export function isPublicOrigin(origin: string, env: NodeJS.ProcessEnv): boolean {
  return isOwnOrigin(origin, env) || publicOrigins(env).includes(origin);
}

/** Where the provider sends notifications: the first of PUBLIC_ORIGINS, or the project's Hosting address. */
export function notifyUrlOf(env: NodeJS.ProcessEnv): string {
  const [first = `https://${env.GCLOUD_PROJECT ?? ''}.web.app`] = publicOrigins(env);
  return `${first}/payment/ipn`;
}

/** Parsed, so that a trailing slash or a default port makes no difference; what is no http(s) URL is left out. */
function publicOrigins({ PUBLIC_ORIGINS = '' }: NodeJS.ProcessEnv): string[] {
  const listed = PUBLIC_ORIGINS.split(',').map((each) => each.trim());
  return listed.filter((each) => /^https?:\/\//i.test(each) && URL.canParse(each)).map((each) => new URL(each).origin);
}
