import { z } from 'zod';

const hostSchema = z.string().regex(/^[\w.-]+:\d+$/, 'not host:port');

/** The build's settings, from the environment or an .env file. Emulator hosts only locally. */
const envSchema = z.object({
  VITE_FIREBASE_PROJECT_ID: z.string().min(1),
  VITE_FIREBASE_API_KEY: z.string().min(1),
  VITE_FIREBASE_AUTH_DOMAIN: z.string().min(1),
  VITE_FIREBASE_APP_ID: z.string().min(1),
  VITE_FUNCTIONS_REGION: z.string().min(1),
  /** `off` removes the service worker from browsers that have it. */
  VITE_SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  VITE_EMULATOR_AUTH: hostSchema.optional(),
  VITE_EMULATOR_FIRESTORE: hostSchema.optional(),
  VITE_EMULATOR_FUNCTIONS: hostSchema.optional(),
  VITE_PUBLIC_ORIGIN: z
    .string()
    .regex(/^https?:\/\/[^/\s]+$/, 'not an origin such as https://example.com')
    .optional(),
});
export type BuildEnv = z.infer<typeof envSchema>;

/** Parses the build's environment; throws with the names of missing or malformed variables. */
export function parseEnv(given: Record<string, string>): BuildEnv {
  const parsed = envSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The web app cannot be built, its environment is incomplete.\n  ${names.join('\n  ')}`);
}

/** The site's origin, for search engines and social cards: as configured, else the project's address on Hosting. */
export function publicOrigin(env: BuildEnv): string {
  return env.VITE_PUBLIC_ORIGIN ?? `https://${env.VITE_FIREBASE_PROJECT_ID}.web.app`;
}
