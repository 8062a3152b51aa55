import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressesOf } from './addresses.ts';
import { buildIfStale, buildsFor, webDirOf } from './build.ts';
import { chromiumFlags, needChromium } from './platform/chromium.ts';
import { cleanEnv } from './platform/clean-env.ts';
import { npm } from './platform/npm.ts';
import { cacheDir, logsDir, shown } from './platform/paths.ts';
import { fixedPorts } from './platform/ports.ts';
import { Problem } from './platform/problem.ts';
import { ALL_PUBLIC_PATHS } from './platform/public-paths.ts';
import { runToEnd } from './platform/run-to-end.ts';
import { serveSite } from './platform/site-server.ts';

/**
 * `npm run lighthouse` measures the built public pages as a phone would load them, in every language; with paths as
 * arguments, those of a running product, such as its status page. Fails below 95 for performance or 100 for the rest.
 * npm fetches Lighthouse on the first run.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ title: z.string(), displayValue: z.string().optional() })),
});
type Report = z.infer<typeof reportSchema>;

const SHOWN = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

async function measure(url: string, name: string, chromium: string): Promise<Report> {
  const file = join(cacheDir, 'lighthouse', `${name}.json`);
  mkdirSync(join(cacheDir, 'lighthouse'), { recursive: true });
  rmSync(file, { force: true });
  const flags = `--headless=new ${chromiumFlags.join(' ')}`;
  const only = Object.keys(LEAST).join();
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet', '--output=json'];
  const options = [`--output-path=${file}`, `--chrome-flags=${flags}`, `--only-categories=${only}`];
  const logFile = join(logsDir('lighthouse'), `${name}.log`);
  const code = await npm([...args, ...options], { ...cleanEnv(), CHROME_PATH: chromium }, logFile);
  if (code !== 0) throw new Problem(`Lighthouse failed: see ${shown(logFile)}.`);
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Prints the scores and returns those that are too low. */
function lowScores(path: string, { categories, audits }: Report): string[] {
  const scores = Object.entries(LEAST).map(([name, least]) => {
    return { name, least, score: Math.round((categories[name]?.score ?? 0) * 100) };
  });
  console.log(`${path}  ${scores.map(({ name, score }) => `${name} ${score}`).join('  ')}`);
  console.log(`   ${SHOWN.map((name) => `${audits[name]?.title}: ${audits[name]?.displayValue}`).join('  ')}`);
  return scores.filter(({ score, least }) => score < least).map(({ name, score }) => `${path}: ${name} ${score}`);
}

/** Measures pages of a site. Returns the exit code. */
async function measureAll(origin: string, paths: readonly string[]): Promise<number> {
  const chromium = await needChromium();
  const low: string[] = [];
  for (const path of paths) {
    const name = path.split('/').filter(Boolean).join('-') || 'landing';
    low.push(...lowScores(path, await measure(`${origin}${path}`, name, chromium)));
  }
  for (const line of low) console.error(`BELOW ${line}`);
  return low.length > 0 ? 1 : 0;
}

async function run(): Promise<number> {
  const addresses = addressesOf({ ...fixedPorts, websocket: 0, eventarc: 0, logging: 0 });
  const paths = process.argv.slice(2);
  if (paths.length > 0) return measureAll(addresses.origin, paths);
  const dir = webDirOf('lighthouse');
  const [, , web] = buildsFor(addresses, dir);
  await buildIfStale(web);
  const site = await serveSite(dir);
  try {
    return await measureAll(site.origin, ALL_PUBLIC_PATHS);
  } finally {
    await site.close();
  }
}

await runToEnd(run);
