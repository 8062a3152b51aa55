import { LOCATION_CODES } from '@farwatch/core/locations';
import { envOf } from './addresses.ts';
import { webDirOf } from './build.ts';
import { needChromium } from './platform/chromium.ts';
import { endGuard, stopWatched } from './platform/guard.ts';
import { claimFreePorts } from './platform/ports.ts';
import { explain } from './platform/problem.ts';
import { stopOnSignal } from './platform/signals.ts';
import { startProduct } from './product.ts';
import { runProgram } from './verify/run.ts';

/**
 * `npm run screenshots`: starts a product of its own and pictures every screen into the ignored folder `screenshots/`.
 * Arguments choose screens by a part of their name.
 */
stopOnSignal(() => stopWatched(10_000), 130);

const log = (line: string) => console.log(line);

async function picture(): Promise<number> {
  const ports = await claimFreePorts();
  const chromium = await needChromium();
  const run = 'screenshots';
  const webDir = webDirOf(run);
  const product = await startProduct({ ports, run, webDir, seed: true, agents: LOCATION_CODES, clock: true, log });
  try {
    const env = { ...envOf(product.addresses), CHROME_PATH: chromium };
    return (await runProgram(['emulators/screenshots/main.ts', ...process.argv.slice(2)], env)) ?? 1;
  } finally {
    await product.stop();
  }
}

const code = await picture().catch((error: unknown) => {
  console.error(explain(error));
  return 1;
});
await endGuard();
process.exit(code);
