// The first script of a fresh clone: it runs on the Node that started npm, and uses no packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const minNodeMajor = 20;
const scripts = {
  start: 'emulators/src/start.ts',
  test: 'emulators/src/verify.ts',
  screenshots: 'emulators/src/screenshots.ts',
  bench: 'emulators/src/bench.ts',
  'bench:cost': 'emulators/src/bench-cost.ts',
  truth: 'emulators/src/truth/main.ts',
  lighthouse: 'emulators/src/lighthouse.ts',
  icons: 'emulators/src/icons.ts',
  release: 'emulators/src/release.ts',
  deploy: 'functions/commands/deploy.ts',
};
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node24 = join(root, 'node_modules/.bin/node');

const [what, ...args] = process.argv.slice(2);
const script = scripts[what];

if (Number(process.versions.node.split('.')[0]) < minNodeMajor) {
  fail(`Farwatch needs Node.js ${minNodeMajor} or later, and this is ${process.versions.node}: install a newer one.`);
}
if (!script) {
  fail(`Usage: node emulators/bootstrap.mjs <${Object.keys(scripts).join('|')}>`);
}
if (isStale()) {
  console.log('Installing packages (npm ci) …');
  const code = await run(...npm('ci', '--include=dev', '--no-audit', '--no-fund'), ['inherit', 'inherit', 'inherit']);
  if (code !== 0) fail('The packages could not be installed: see npm’s output above.');
}
if (!existsSync(node24)) {
  fail('Node.js 24 was not installed with the packages: run npm ci without --ignore-scripts and --omit=dev.');
}
process.exit(await run(node24, [join(root, script), ...args], ['inherit', 'inherit', 'inherit', 'ipc']));

/** True unless every package of the lockfile for this system is installed in that version. */
function isStale() {
  const locked = packages(join(root, 'package-lock.json'));
  const installed = packages(join(root, 'node_modules/.package-lock.json'));
  if (!installed || !existsSync(node24)) return true;
  return Object.entries(locked ?? {}).some(([path, { version, link, optional, devOptional, peer }]) => {
    if (!path.includes('node_modules/') || link) return false;
    const there = installed[path];
    return there ? there.version !== version : !(optional || devOptional || peer);
  });
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** The npm that runs this script, or the one on PATH. */
function npm(...npmArgs) {
  const cli = process.env.npm_execpath;
  return cli ? [process.execPath, [cli, ...npmArgs]] : ['npm', npmArgs];
}

/** Runs a program in the top folder, passes on signals, and returns its exit code. */
function run(command, commandArgs, stdio) {
  const child = spawn(command, commandArgs, { cwd: root, stdio });
  const pass = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  const watch = whenOrphaned(() => pass('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.once('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, pass);
      clearInterval(watch);
      resolve(code ?? 1);
    });
  });
}

/** A SIGTERM to npm ends npm and its shell but does not reach this process, which only gets another parent. */
function whenOrphaned(then) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 1000);
  return timer;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
