import { Resolver } from 'node:dns/promises';
import { DEMO_DOMAIN } from '../targets/demo-domain.ts';

/**
 * Loaded into a demo agent before its program: the names of the demo targets resolve at the DNS server in FARWATCH_NAMES,
 * all others as usual. A machine without DNS servers has that one.
 */
const server = process.env.FARWATCH_NAMES ?? '';
const { resolve4, resolve6, getServers } = Resolver.prototype;
const demo = new Resolver();
demo.setServers([server]);

const isDemo = (name: string) => name.endsWith(`.${DEMO_DOMAIN}`);
const isLocal = (address: string) => address === '127.0.0.1';

Object.assign(Resolver.prototype, {
  resolve4(this: Resolver, name: string) {
    return Reflect.apply(resolve4, isDemo(name) ? demo : this, [name]);
  },
  resolve6(this: Resolver, name: string) {
    return Reflect.apply(resolve6, isDemo(name) ? demo : this, [name]);
  },
  getServers(this: Resolver) {
    const servers: string[] = Reflect.apply(getServers, this, []);
    return servers.every(isLocal) ? [...servers, server] : servers;
  },
});
