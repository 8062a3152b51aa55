import { expect, it } from 'vitest';
import { installerFor, readInstaller } from './agent-files.ts';

const bundle = Buffer.from('abc');
const SHA256_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

it('puts the bundle’s version and hash into the installer', async () => {
  const served = installerFor(await readInstaller(), '1.2.3', bundle);
  expect(served).toContain(`VERSION='1.2.3'\nSHA256='${SHA256_OF_ABC}'\n`);
  expect(served).not.toMatch(/@\w+@/);
});

it.each(['', "VERSION='@VERSION@'", "'@VERSION@' '@VERSION@' '@SHA256@'"])('rejects %j as an installer', (script) => {
  expect(() => installerFor(script, '1.2.3', bundle)).toThrow(/does not have @\w+@ once/);
});
