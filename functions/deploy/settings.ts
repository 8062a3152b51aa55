import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { originOf } from '../src/platform/links/app-url.ts';
import { isSender } from '../src/platform/mail/mail-config.ts';
import { DeployError } from './google.ts';
import { isFirebaseHost } from './requirements.ts';

/** What the operator has set, in files that are not part of the repository. */
export interface Settings {
  /** The app's own host, if search engines should know it by that. */
  ownHost: string | null;
  /** Origins that the API accepts besides the project's own. */
  allowedOrigins: string[];
}

export type WebApp = { projectId: string; apiKey: string; authDomain: string; appId: string };

const WEB = 'web/.env.production';
const FUNCTIONS = 'functions/.env';

/**
 * Reads the settings of the checkout in that folder. Throws a DeployError for a malformed address, and for addresses of
 * another project.
 */
export function readSettings(root: string, projectId: string): Settings {
  const web = parseEnv(textOf(root, WEB));
  const functions = parseEnv(textOf(root, FUNCTIONS));
  refuseOtherProject({ web, functions }, projectId);
  const origin = web.VITE_PUBLIC_ORIGIN;
  if (origin && !URL.canParse(origin)) {
    throw new DeployError(
      `VITE_PUBLIC_ORIGIN in ${WEB} is not an address such as https://status.example.com: ${origin}`,
    );
  }
  const { APP_URL: appUrl } = functions;
  if (appUrl && originOf(appUrl) === null) {
    throw new DeployError(`APP_URL in ${FUNCTIONS} is not an address such as https://status.example.com: ${appUrl}`);
  }
  const { MAIL_FROM: mailFrom } = functions;
  if (mailFrom && !isSender(mailFrom.trim())) {
    throw new DeployError(
      `MAIL_FROM in ${FUNCTIONS} is not a sender such as Farwatch <alerts@example.com>: ${mailFrom}`,
    );
  }
  const host = origin ? new URL(origin).hostname : null;
  const listed = functions.APP_ORIGINS ?? '';
  return {
    ownHost: host && !isFirebaseHost(host) ? host : null,
    allowedOrigins: listed
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  };
}

/** With another project's addresses, visitors, payers, readers of messages and the payment provider would go there. */
function refuseOtherProject({ web, functions }: Record<'web' | 'functions', NodeJS.Dict<string>>, projectId: string) {
  const other = web.VITE_FIREBASE_PROJECT_ID;
  const addresses = [
    ...(web.VITE_PUBLIC_ORIGIN ? [`VITE_PUBLIC_ORIGIN in ${WEB}`] : []),
    ...['APP_ORIGINS', 'APP_URL', 'PUBLIC_ORIGINS']
      .filter((name) => functions[name])
      .map((name) => `${name} in ${FUNCTIONS}`),
  ];
  if (!other || other === projectId || addresses.length === 0) return;
  throw new DeployError(
    `This checkout was last deployed to ${other}, and has addresses set for it:
${addresses.map((each) => `    ${each}`).join('\n')}
Deploy ${projectId} from a checkout of its own. Or set these for ${projectId} (or remove them), delete the line VITE_FIREBASE_PROJECT_ID from ${WEB}, and run this command again.`,
  );
}

/** The web app in the settings, if they are of that project. */
export function appIdIn(root: string, projectId: string): string | null {
  const env = parseEnv(textOf(root, WEB));
  return env.VITE_FIREBASE_PROJECT_ID === projectId ? (env.VITE_FIREBASE_APP_ID ?? null) : null;
}

/** Writes the web app's configuration into the app's settings. Returns whether they changed. */
export function writeWebApp(root: string, app: WebApp, region: string): boolean {
  const before = textOf(root, WEB);
  const after = withWebApp(before, app, region);
  if (after !== before) writeFileSync(join(root, WEB), after);
  return after !== before;
}

/**
 * The settings with the web app's configuration; other lines stay. A sign-in domain of the operator's choice stays as
 * long as the project is the same.
 */
export function withWebApp(text: string, app: WebApp, region: string): string {
  const before = parseEnv(text);
  const isSame = before.VITE_FIREBASE_PROJECT_ID === app.projectId;
  const values: Record<string, string> = {
    VITE_FIREBASE_PROJECT_ID: app.projectId,
    VITE_FIREBASE_API_KEY: app.apiKey,
    VITE_FIREBASE_AUTH_DOMAIN: (isSame && before.VITE_FIREBASE_AUTH_DOMAIN) || app.authDomain,
    VITE_FIREBASE_APP_ID: app.appId,
    VITE_FUNCTIONS_REGION: region,
  };
  const nameIn = (line: string) => /^\s*([A-Z_]+)\s*=/.exec(line)?.[1] ?? '';
  const others = text.split('\n').filter((line) => line.trim() !== '' && !(nameIn(line) in values));
  return `${[...Object.entries(values).map(([name, value]) => `${name}=${value}`), ...others].join('\n')}\n`;
}

function textOf(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
