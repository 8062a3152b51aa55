import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
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

/** Reads the settings of the checkout in that folder. Throws a DeployError for a malformed address. */
export function readSettings(root: string): Settings {
  const origin = parseEnv(textOf(root, WEB)).VITE_PUBLIC_ORIGIN;
  if (origin && !URL.canParse(origin)) {
    throw new DeployError(
      `VITE_PUBLIC_ORIGIN in ${WEB} is not an address such as https://status.example.com: ${origin}`,
    );
  }
  const host = origin ? new URL(origin).hostname : null;
  const listed = parseEnv(textOf(root, FUNCTIONS)).APP_ORIGINS ?? '';
  return {
    ownHost: host && !isFirebaseHost(host) ? host : null,
    allowedOrigins: listed
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  };
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
