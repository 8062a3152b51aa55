import type { LookupAddress } from 'node:dns';
import type { Duplex } from 'node:stream';
import type { Certificate } from '@farwatch/core/values/certificate';
import type { CheckError } from '@farwatch/core/values/check';
import type { RecordType } from '@farwatch/core/values/check-types/dns';
import type { LocalFailure } from '@farwatch/core/values/local-failure';
import type { Phase } from '@farwatch/core/values/phases';

/** What to connect to. The connection ends with `signal` at the latest. */
export type Target = {
  /** A name or an address, with or without brackets. */
  host: string;
  port: number;
  /** The only address family that may be used. */
  family?: 4 | 6;
  tls?: TlsOptions;
  signal: AbortSignal;
};

/** A connection before TLS. `localAddress`: the address of this end, if it is known. */
export type PlainSocket = Duplex & { readonly localAddress?: string | undefined };

export type TlsOptions = {
  /** The protocols to offer (ALPN), none if empty. */
  protocols: readonly string[];
  /** The fingerprint of the only certificate that is trusted, no matter who signed it, in hexadecimal. */
  pinnedSha256?: string;
  /** Whether a server without secure renegotiation (RFC 5746) is accepted. */
  isLegacyAccepted?: boolean;
  /** The dialogue on the plain connection before TLS. It leaves nothing unread, and rejects if the connection ends. */
  prepare?: (socket: PlainSocket) => Promise<void>;
  /** The dialogue over TLS before a connection is given up because its certificate is not trusted. It never rejects. */
  leave?: (socket: Duplex) => Promise<void>;
};

/** A query to the DNS server `server`, as `host` or `host:port`, or to the device's own servers if it is null. */
export type RecordQuery = { name: string; type: RecordType; server: string | null; signal: AbortSignal };

/** A request for echoes; `family` is the only address family that may be used. */
export type EchoQuery = { host: string; family?: 4 | 6; count: number; signal: AbortSignal };

/** The replies to echo requests that were sent to an address, and what `ping` printed. */
export type Echoes = { address: string; roundTripsMs: readonly number[]; output: string };

/** Who answered: `address` is null if no connection was made, `certificate` is null without TLS. */
export type Peer = { address: string | null; certificate: Certificate | null };

/** The code of the error for a server that does not start TLS on request. */
export const START_TLS_REFUSED = 'ERR_START_TLS_REFUSED';

/** Code of the error for a host whose addresses are all refused. */
export const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED';

/** Code of the error for a host whose only address is 0.0.0.0 or ::, as a blocking resolver answers. */
export const SINKHOLE = 'ERR_SINKHOLE';

/** Code of the error for a host without an address of the only family that may be used. */
export const NO_ADDRESS = 'ERR_NO_ADDRESS';

export const NO_PEER: Peer = { address: null, certificate: null };

export type Connection = {
  socket: Duplex & { readonly bytesRead: number };
  /** The protocol that the server chose over TLS. */
  protocol: string | null;
  /** Epoch ms, null without TLS. */
  certificateEndsAtMs: number | null;
  /** Whether it proves that the internet is reachable, as a good certificate at a public address does. */
  isProof: boolean;
  peer: Peer;
};

export type Failure = {
  error: CheckError;
  /** With a local failure the error is not the target’s. */
  localFailure: LocalFailure | null;
  /** Who caused the error. */
  peer: Peer;
  /** The server's reply about it, empty without one. */
  reply: string;
};

/**
 * The only way out of a probe (docs/agent.md, Probe). It connects only to addresses that the policy admits, and to
 * the very address that it has checked. What a check type needs in addition to TCP, such as UDP, becomes a method here.
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
