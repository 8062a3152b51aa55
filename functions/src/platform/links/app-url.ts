/**
 * Where the app is, without a slash at the end: `APP_URL`, or the project's Hosting address. Throws for an `APP_URL`
 * that is no origin; a deployment refuses it before (functions/deploy/settings.ts).
 */
export function appUrl({ APP_URL, GCLOUD_PROJECT = '' }: NodeJS.ProcessEnv): string {
  const text = APP_URL?.trim();
  if (!text) return `https://${GCLOUD_PROJECT}.web.app`;
  const origin = originOf(text);
  if (origin === null) throw new Error(`APP_URL must be an address such as https://status.example.com: ${text}`);
  return origin;
}

/** Like `appUrl`, but null where nobody has said what answers there: with emulators, and without a project. */
export function publicAppUrl(env: NodeJS.ProcessEnv): string | null {
  const isDeployed = !env.FIRESTORE_EMULATOR_HOST && Boolean(env.GCLOUD_PROJECT);
  return isDeployed || env.APP_URL?.trim() ? appUrl(env) : null;
}

/** The origin of an http(s) URL without a path; null for anything else. */
export function originOf(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.pathname !== '/' || url.search || url.hash) {
    return null;
  }
  return url.origin;
}
