import { z } from 'zod';

/** What the sites of the benchmark speak: plain HTTP, HTTP/1.1 over TLS, HTTP/2 over TLS. */
export const SCHEMES = ['http', 'tls', 'h2'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Where the sites are, and the authority of their certificate as PEM. */
export const targetsSchema = z.object({ urls: z.record(z.enum(SCHEMES), z.string()), authority: z.string() });
export type Targets = z.infer<typeof targetsSchema>;

/** What a number of checks cost: processor time of all threads in ms, and the peak memory in MiB. */
export const costSchema = z.object({ checks: z.number(), cpuMs: z.number(), peakMiB: z.number() });
export type Cost = z.infer<typeof costSchema>;
