import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = join(import.meta.dirname, '../index.ts');
const RUNTIME = join(fileURLToPath(import.meta.resolve('@google-cloud/functions-framework')), '../main.js');
/** Prints the peak in MiB and ends the process. */
const TELL_PEAK = 'process.on("SIGTERM",()=>{console.log("peak",process.resourceUsage().maxRSS/1024);process.exit()})';

export type ServedFunction = {
  port: number;
  kill(): void;
  /** Returns its peak memory in MiB. */
  stop(): Promise<number>;
};

/** A function in a process of its own under the functions runtime, as it is deployed. */
export async function serveFunction(target: string, env: NodeJS.ProcessEnv): Promise<ServedFunction> {
  const port = await freePort();
  const args = [RUNTIME, `--source=${SOURCE}`, `--target=${target}`, `--port=${port}`];
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${TELL_PEAK}`, ...args], {
    env: {
      ...process.env,
      ...{ FUNCTION_TARGET: target, GCLOUD_PROJECT: 'demo-bodies', SMTP_URL: 'none' },
      ...{ NOWPAYMENTS_API_KEY: 'key', NOWPAYMENTS_IPN_SECRET: 'secret' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const isReady = new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error(`${target} has ended: ${output}`)));
    child.stdout.on('data', (data) => {
      output += String(data);
      if (output.includes('URL:')) resolve();
    });
  });
  await isReady;
  return {
    port,
    kill,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
      process.off('exit', kill);
      return Number(/peak ([\d.]+)/.exec(output)?.[1]);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
