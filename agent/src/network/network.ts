import type { LookupAddress } from 'node:dns';
import type { Duplex } from 'node:stream';
import type { Certificate } from '@farwatch/core/values/certificate';
import type { CheckError } from '@farwatch/core/values/check';
import type { RecordType } from '@farwatch/core/values/check-types/dns';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import type { Phase } from '@farwatch/core/values/phases';

/**
 * What to connect to. `host`: a name or an address, with or without brackets. `family`: the only one that may be used.
 * The connection ends with `signal` at the latest.
 */
export type Target = { host: string; port: number; family?: 4 | 6; tls?: TlsOptions; signal: AbortSignal };

/**
 * `protocols`: those to offer (ALPN), none if empty. `pinnedSha256`: the only certificate that is trusted, whoever
 * signed it, as its fingerprint in hexadecimal. `prepare`: the dialogue on the plain connection that comes before TLS;
 * it leaves nothing unread, and rejects if the connection ends. `leave`: what is said over TLS before a connection is
 * given up because its certificate is not trusted; it never rejects.
 */
export type TlsOptions = {
  protocols: readonly string[];
  pinnedSha256?: string;
  prepare?: (socket: Duplex) => Promise<void>;
  leave?: (socket: Duplex) => Promise<void>;
};

/** `server`: the DNS server to query, as `host` or `host:port`; null for those of the device. */
export type RecordQuery = { name: string; type: RecordType; server: string | null; signal: AbortSignal };

/** `family`: the only one that may be used. */
export type EchoQuery = { host: string; family?: 4 | 6; count: number; signal: AbortSignal };

/** The replies to echo requests that were sent to an address. `output`: what `ping` printed. */
export type Echoes = { address: string; roundTripsMs: readonly number[]; output: string };

/** Who answered. `address`: null if nobody was reached. `certificate`: null without TLS. */
export type Peer = { address: string | null; certificate: Certificate | null };

/** Code of the error for a server that does not start TLS on request. */
export const START_TLS_REFUSED = 'ERR_START_TLS_REFUSED';

export const NO_PEER: Peer = { address: null, certificate: null };

/**
 * A connection. `protocol`: the one that the server chose over TLS. `certificateEndsAtMs`: epoch ms, null without TLS.
 * `isProof`: it proves that the internet is reachable, as a good certificate at a public address does.
 */
export type Connection = {
  socket: Duplex & { readonly bytesRead: number };
  protocol: string | null;
  certificateEndsAtMs: number | null;
  isProof: boolean;
  peer: Peer;
};

/**
 * The check error; with a `localFailure` the error is not the target’s. `peer`: who caused it. `said`: what the server
 * said about it, empty for nothing.
 */
export type Failure = { error: CheckError; localFailure: LocalFailure | null; peer: Peer; said: string };

/**
 * The only way out of a probe (docs/agent.md, Probe). It connects only to addresses that the policy admits, and to
 * the very address that it has checked. What a check type needs besides TCP, such as UDP, becomes a method here.
 */
export type Network = {
  /**
   * Whether a host may be checked: false for an address that the policy refuses. The addresses of a name come later.
   */
  admits(host: string): boolean;
  /** Resolves a name to addresses that may be connected to. Rejects with an error for `explain`. */
  resolve(name: string): Promise<LookupAddress[]>;
  /** Connects to the first address that answers, within 4 s. Rejects with an error for `explain`. */
  connect(target: Target): Promise<Connection>;
  /** The records of a name as zone files write them, at least one. Rejects with an error for `explain`. */
  records(query: RecordQuery): Promise<string[]>;
  /**
   * Sends echo requests to an address of a host, and to one of the other family if nothing replies, with the program
   * `ping`. Rejects with an error for `explain`.
   */
  ping(query: EchoQuery): Promise<Echoes>;
  /** Translates an error of these methods or of a connection. */
  explain(error: Error): Promise<Failure>;
};

/** Is called when a phase starts, and with the resolution of each name. */
export type NetworkObserver = { onPhase: (phase: Phase) => void; onName: (resolved: Promise<void>) => void };

/** The network that all checks share. */
export type CheckNetwork = Network & {
  /** Returns the same network for one check, which `observer` follows. */
  observedBy(observer: NetworkObserver): Network;
};
