import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpServer } from '../../probe/testing/servers.ts';
import { newFolder } from '../../testing/folders.ts';

const PARTS = fileURLToPath(new URL('../parts', import.meta.url));

/** The installer's script, as the web build puts it together. */
export async function readScript(): Promise<string> {
  const parts = (await readdir(PARTS)).sort().map((name) => readFile(join(PARTS, name), 'utf8'));
  return (await Promise.all(parts)).join('\n');
}

/**
 * Replaces the agent's bundle: `register` leaves what a real one would, or exits with the code in the file
 * `register-exit-code`.
 */
const BUNDLE = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const [command, link] = process.argv.slice(2);
const folder = process.env.FARWATCH_DIR;
if (command === 'register') {
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/key.pem', 'key');
  const exitCodeFile = process.env.HOME + '/register-exit-code';
  const code = existsSync(exitCodeFile) ? Number(readFileSync(exitCodeFile, 'utf8')) : 0;
  console.log(code === 0 ? 'This machine is now the agent “Phone” in Taiwan.' : 'No such code.');
  if (code === 0) writeFileSync(folder + '/agent.json', JSON.stringify({ name: link, origin: new URL(link).origin }, null, 2));
  process.exit(code);
}
if (command === 'status') process.exit(3);
`;

/** The exit code and the whole output of a run of the installer. */
export type Installed = { code: number; text: string };

/**
 * A phone with Termux, all of it in a new folder: its home, its programs, and a server of Farwatch. `pkg` and `sv`
 * stand in for Termux's own and note how they are called. `half`: the share of the script that arrives.
 */
export async function newPhone() {
  const folder = await newFolder();
  const [home, prefix, tools, calls] = ['home', 'usr', 'tools', 'calls'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [home, join(prefix, 'bin'), tools]) await mkdir(path, { recursive: true });
  await symlink('/bin/sh', join(prefix, 'bin/sh'));
  const tool = async (name: string, script: string) => {
    await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(tools, name), 0o755);
  };
  await tool('node', 'echo 18');
  await tool('pkg', `echo "pkg $*" >> ${calls}; ln -sf ${process.execPath} ${prefix}/bin/node`);
  await tool('sv', `echo "sv $1" >> ${calls}; exit 1`);
  const served = { bundle: BUNDLE };
  const port = await httpServer((request, response) => {
    if (request.url === '/agent/farwatch-agent.mjs') response.end(served.bundle);
    else response.writeHead(404).end();
  });
  const script = (await readScript())
    .replace('@VERSION@', '1.2.3')
    .replace('@SHA256@', createHash('sha256').update(BUNDLE).digest('hex'));
  const env = { HOME: home, PREFIX: prefix, TERMUX_VERSION: '0.118', PATH: `${tools}:/usr/bin:/bin`, TMPDIR: folder };

  /** Pipes the script, or so much of it, into a shell, as `curl | sh` does. */
  function install(args: string[], { more = {}, share = 1 } = {}): Promise<Installed> {
    return new Promise((resolve) => {
      const options = { env: { ...env, ...more } };
      const child = execFile('/bin/sh', ['-s', '--', ...args], options, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, text: out + err }),
      );
      child.stdin?.on('error', () => undefined); // it has ended before it read all
      child.stdin?.end(script.slice(0, Math.floor(script.length * share)));
    });
  }

  return {
    folder,
    home,
    prefix,
    tool,
    served,
    install,
    link: `http://127.0.0.1:${port}/agent/register?code=x&name=Phone&country=tw`,
    calls: () => readFile(calls, 'utf8').catch(() => ''),
  };
}
