import type { RequestHandler } from 'express';

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * Whether this origin is the app's own: the project's Hosting addresses, those listed with commas in APP_ORIGINS, and
 * on the emulators any local one.
 */
export function isOwnOrigin(origin: string, env: NodeJS.ProcessEnv): boolean {
  const project = env.GCLOUD_PROJECT ?? '';
  const listed = (env.APP_ORIGINS ?? '').split(',').map((each) => each.trim());
  const own = [`https://${project}.web.app`, `https://${project}.firebaseapp.com`, ...listed];
  return own.includes(origin) || (env.FUNCTIONS_EMULATOR === 'true' && LOCAL.test(origin));
}

/** Lets only the app's own origins read the answers, and answers every preflight. */
export function cors(env: NodeJS.ProcessEnv): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    response.setHeader('Vary', 'Origin');
    if (origin !== undefined && isOwnOrigin(origin, env)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
      response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Timezone');
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      response.setHeader('Access-Control-Max-Age', '3600');
    }
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}
