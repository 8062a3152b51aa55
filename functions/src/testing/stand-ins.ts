/**
 * Where a stand-in of this test process is: the variable lists one for each process that vitest runs beside another, so
 * that none meets another's counts and failures. Throws where there are fewer.
 */
export function ownOf(variable: string): string {
  const own = process.env[variable]?.split(',')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!own) throw new Error(`${variable} names none for this process: run these tests by "npm test".`);
  return own;
}
