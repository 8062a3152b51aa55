import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const isDead = (name: string) => name.includes('dead');
const never = new Promise<string[]>(() => {});

/** Loaded into an agent before its program: names with `dead` in them never resolve, all others to 127.0.0.1. */
class FakeResolver {
  getServers = () => ['192.0.2.1'];
  setServers = () => {};
  cancel = () => {};
  resolve4 = async (name: string) => (isDead(name) ? never : ['127.0.0.1']);
  resolve6 = async (name: string) => (isDead(name) ? never : []);
}

Object.assign(dns, { Resolver: FakeResolver });
syncBuiltinESMExports();
