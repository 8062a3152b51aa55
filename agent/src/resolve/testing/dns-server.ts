import { afterEach } from 'vitest';
import { type Question, type Saying, startDns } from './start-dns.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A DNS server on a free port of this machine, UDP and TCP, closed after the test. */
export async function dnsServer(say: (question: Question) => Saying) {
  const { server, asked, close } = await startDns(say);
  open.push(close);
  return { server, asked };
}
