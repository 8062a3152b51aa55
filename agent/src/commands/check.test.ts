import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { newFolder } from '../testing/folders.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const BUILD = fileURLToPath(new URL('../../build.ts', import.meta.url));

function runCli(args: string[], env = {}, program = CLI): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env: { ...process.env, ...env } }, (_error, out) =>
      resolve({ code: child.exitCode ?? -1, out }),
    );
  });
}

/** A site that answers with these statuses in turn, the last one from then on; `/reference` is well. */
async function startSite(...statuses: number[]) {
  let visits = 0;
  const port = await httpServer((request, response) => {
    if (request.url === '/reference') return void response.end('All is well');
    response.writeHead(statuses[Math.min(visits, statuses.length - 1)] ?? 200).end();
    visits += 1;
  });
  const origin = `http://127.0.0.1:${port}`;
  return { url: `${origin}/`, reference: `${origin}/reference 200 All is well`, visits: () => visits };
}

describe('check', () => {
  test.each([
    ['up', [200], 0, 1],
    ['down', [500, 500], 3, 2],
    ['up', [500, 200], 0, 2],
  ])('prints %s for %j', async (verdict, statuses, exitCode, visits) => {
    const site = await startSite(...statuses);
    const { code, out } = await runCli([
      'check',
      site.url,
      '--allow-private',
      '--reference-site',
      site.reference,
      '--json',
    ]);
    expect({ code, visits: site.visits() }).toEqual({ code: exitCode, visits });
    const answer = JSON.parse(out) as { checks: object[] };
    expect(answer).toMatchObject({ url: site.url, verdict, seesInternet: true });
    expect(answer.checks.at(-1)).toMatchObject({
      statusCode: statuses.at(-1),
      phases: {
        connectMs: expect.any(Number),
        firstByteMs: expect.any(Number),
        bodyMs: statuses.at(-1) === 200 ? expect.any(Number) : null,
      },
    });
  });

  test('takes options from a file', async () => {
    const [site, folder] = [await startSite(500), await newFolder()];
    const file = join(folder, 'check.json');
    const checkBy = async (options: object) => {
      await writeFile(file, JSON.stringify(options));
      const own = ['--allow-private', '--reference-site', site.reference, '--options', file];
      return runCli(['check', site.url, ...own]);
    };
    const assertions = [{ source: 'body', op: 'contains', value: 'well' }];
    const failed = await checkBy({ statuses: '500', assertions });
    expect(failed.code).toBe(3);
    expect(failed.out).toContain('body contains well; received: ""');
    expect(await checkBy({ timeout: 5 })).toMatchObject({ code: 1 });
  });

  test('evaluates assertions in a thread of the same file once it is bundled', async () => {
    const [site, folder] = [await startSite(200), await newFolder()];
    const [bundle, options] = [join(folder, 'farwatch-agent.mjs'), join(folder, 'check.json')];
    await promisify(execFile)(process.execPath, [BUILD, bundle]);
    await writeFile(options, JSON.stringify({ assertions: [{ source: 'body', op: 'matches', value: '^wel+$' }] }));
    const own = ['--allow-private', '--reference-site', site.reference, '--options', options];
    const { code, out } = await runCli(['check', site.url, ...own], {}, bundle);
    expect(code).toBe(3);
    expect(out).toContain('body matches ^wel+$; received: ""');
  });

  test('gives no verdict without a reference', async () => {
    const site = await startSite(500);
    const { code, out } = await runCli([
      'check',
      site.url,
      '--allow-private',
      '--reference-site',
      `${site.url}nothing`,
    ]);
    expect(code).toBe(4);
    expect(out).toMatch(/^UNKNOWN {2}http:\/\/127\.0\.0\.1.* no internet connection/);
  });

  test('gives no verdict on a private address, unless the settings file allows it', async () => {
    const [site, dir] = [await startSite(200), await newFolder()];
    const refused = await runCli(['check', site.url, '--dir', dir]);
    expect(refused.code).toBe(4);
    expect(refused.out).toContain('the address is private or reserved');
    expect(site.visits()).toBe(0);
    await writeFile(
      join(dir, 'settings.env'),
      `FARWATCH_ALLOW_PRIVATE=yes\nFARWATCH_REFERENCE_SITE="${site.reference}"\n`,
    );
    expect((await runCli(['check', site.url, '--dir', dir])).out).toMatch(/^UP {2}/);
  });
});
