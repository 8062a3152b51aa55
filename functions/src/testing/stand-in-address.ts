/**
 * The address of this test process's stand-in. The variable lists one for each parallel vitest process, so that none
 * sees another's counts and failures.
 */
export function standInAddress(variable: string): string {
  const own = process.env[variable]?.split(',')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!own) throw new Error(`${variable} names none for this process: run these tests with "npm test".`);
  return own;
}
