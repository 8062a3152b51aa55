import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { capture } from './capture.ts';
import { unwatch, watch } from './guard.ts';
import { rootDir } from './paths.ts';
import { Problem } from './problem.ts';
import { isProgram, whichAll } from './which.ts';

/**
 * Disabled features: Playwright's, which a second list would replace, and the address bar's popups, which every window
 * would load and draw.
 */
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** The flags for headless tests in containers, without calls to Google's servers. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join()}`,
];

/** A Chromium for several programs, each with its own contexts; `endpoint` is for Playwright's `connect`. */
export async function startSharedChromium(
  executablePath: string,
): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const server = await chromium.launchServer({
    executablePath,
    args: [...chromiumFlags],
    host: '127.0.0.1',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const { pid } = server.process();
  if (pid) watch(pid);
  const stop = async () => {
    await server.close();
    if (pid) unwatch(pid);
  };
  return { endpoint: server.wsEndpoint(), stop };
}

/** The headless one first: it uses a fifth less processor time. */
const commands = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export interface ChromiumEnv {
  CHROME_PATH?: string | undefined;
  PATH?: string | undefined;
}

/** Finds the first of CHROME_PATH, an installed browser, and Playwright's download; null if there is none. */
export function findChromium(
  env: ChromiumEnv,
  others: readonly string[] = [...macApps, chromium.executablePath()],
): string | null {
  const installed = commands.flatMap((command) => whichAll(command, env.PATH ?? ''));
  const candidates = [...(env.CHROME_PATH ? [env.CHROME_PATH] : []), ...installed, ...others];
  return candidates.find(isProgram) ?? null;
}

/**
 * Finds the browser to test with, and installs one if there is none: Debian's package as root on Debian, else
 * Playwright's download. Throws a Problem if neither is possible.
 */
export async function needChromium(env: ChromiumEnv = process.env): Promise<string> {
  const found = findChromium(env);
  if (found !== null) return found;
  if (isDebianRoot()) {
    console.log('Installing Chromium (apt-get install chromium-headless-shell) …');
    await capture('apt-get', ['update'], 300_000);
    await capture(
      'apt-get',
      ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
      600_000,
    );
  }
  if (findChromium(env) === null) {
    console.log("Installing Chromium (Playwright's download) …");
    await capture(
      process.execPath,
      [join(rootDir, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'],
      600_000,
    );
  }
  const installed = findChromium(env);
  if (installed !== null) return installed;
  throw new Problem(
    'The browser tests need Chromium and it could not be installed: install Chromium or Chrome, or name its program in CHROME_PATH.',
  );
}

/** Ubuntu's package of that name is only a pointer to a snap, so it does not count. */
function isDebianRoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}
