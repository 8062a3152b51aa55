import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { envOf } from './addresses.ts';
import { webDirOf } from './build.ts';
import { needChromium } from './platform/chromium.ts';
import { stopWatched } from './platform/guard.ts';
import { claimFreePorts } from './platform/ports.ts';
import { runToEnd } from './platform/run-to-end.ts';
import { stopOnSignal } from './platform/signals.ts';
import { startProduct } from './product.ts';
import { runProgram } from './verify/run.ts';

/**
 * `npm run screenshots`: starts a product of its own and pictures every screen into the ignored folder `screenshots/`.
 * Arguments choose screens by a part of their name; `pictures` makes those that the
 * public page shows instead, `social` the card that links to it are shown with.
 */
stopOnSignal(() => stopWatched(10_000), 130);

const log = (line: string) => console.log(line);

async function picture(): Promise<number> {
  const chromium = await needChromium();
  const args = process.argv.slice(2);
  if (args[0] === 'social') return runOnce(['emulators/screenshots/social.ts'], { CHROME_PATH: chromium });
  const ports = await claimFreePorts();
  const run = 'screenshots';
  const webDir = webDirOf(run);
  const product = await startProduct({ ports, run, webDir, seed: true, agents: LOCATION_CODES, clock: true, log });
  try {
    const env = { ...envOf(product.addresses), CHROME_PATH: chromium };
    const pictures = args[0] === 'pictures';
    return await runOnce(
      pictures ? ['emulators/screenshots/pictures.ts'] : ['emulators/screenshots/main.ts', ...args],
      env,
    );
  } finally {
    await product.stop();
  }
}

async function runOnce(program: readonly string[], env: Record<string, string>): Promise<number> {
  return (await runProgram(program, env)) ?? 1;
}

await runToEnd(picture);
