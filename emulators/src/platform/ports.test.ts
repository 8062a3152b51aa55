import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { claimFixedPorts, claimFreePorts, fixedPorts, freePorts, isFree } from './ports.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Listens on a free port of that address and gives the port. */
async function taken(host: string): Promise<number> {
  const { some } = await freePorts(['some']);
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen({ host, port: some, ipv6Only: host === '::1' }, resolve));
  return some;
}

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

describe('isFree', () => {
  it.each(['127.0.0.1', '0.0.0.0', ...(hasIpv6 ? ['::1', '::'] : [])])('sees a listener on %s', async (host) => {
    const port = await taken(host);
    expect(await isFree(port)).toBe(false);
  });

  it('sees a port free again, and leaves it so', async () => {
    const { some } = await freePorts(['some']);
    expect(await isFree(some)).toBe(true);
    expect(await isFree(some)).toBe(true);
  });
});

describe('claimFixedPorts', () => {
  it('names the port in use, and what needs it, in one sentence', async () => {
    const free = await freePorts(Object.keys(fixedPorts) as (keyof typeof fixedPorts)[]);
    const port = await taken('127.0.0.1');
    await expect(claimFixedPorts({ ...free, firestore: port })).rejects.toThrow(
      new RegExp(`^Port ${port} is in use, and the Firestore emulator needs it: [^.]*\\.$`),
    );
  });

  it('keeps the fixed ones and adds free ones', async () => {
    const free = await freePorts(Object.keys(fixedPorts) as (keyof typeof fixedPorts)[]);
    const ports = await claimFixedPorts(free);
    expect(ports).toMatchObject(free);
    expect(new Set(Object.values(ports)).size).toBe(Object.keys(fixedPorts).length + 3);
  });
});

describe('claimFreePorts', () => {
  it('gives as many different ports as there are names, none in use, all below the ephemeral ones', async () => {
    const ports = Object.values(await claimFreePorts());
    expect(new Set(ports).size).toBe(Object.keys(fixedPorts).length + 3);
    expect(ports.every((port) => port >= 20_000 && port < 32_000)).toBe(true);
    expect(await Promise.all(ports.map(isFree))).not.toContain(false);
  });
});
