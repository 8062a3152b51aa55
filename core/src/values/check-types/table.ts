import type { CheckType } from './check-type.ts';
import { dns } from './dns.ts';
import { domain } from './domain.ts';
import { heartbeat } from './heartbeat.ts';
import { http } from './http.ts';
import { icmp } from './icmp.ts';
import { tcp } from './tcp.ts';
import { tls } from './tls.ts';
import { ws } from './ws.ts';

/** Every check type (docs/architecture.md, Extension points). The first is used for a URL without a scheme. */
export const CHECK_TYPES = { http, tcp, tls, dns, icmp, ws, heartbeat, domain } as const satisfies Record<
  string,
  CheckType
>;
