import { afterEach } from 'vitest';
import { type DnsReply, type Question, startDns } from './start-dns.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Starts a DNS server over UDP and TCP on a free port of this machine, closed after the test. */
export async function startDnsServer(replyFor: (question: Question) => DnsReply) {
  const { server, queries, close } = await startDns(replyFor);
  open.push(close);
  return { server, queries };
}
