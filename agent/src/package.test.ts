import { readFile } from 'node:fs/promises';
import { isNewerVersion, MINIMUM_AGENT_VERSION, NEWEST_AGENT } from '@farwatch/core/values/release';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

test('the npm package is the bundle alone: nothing is installed with it', async () => {
  const manifest = JSON.parse(await read('../package.json')) as Record<string, unknown>;
  const bundle = 'dist/farwatch-agent.mjs';
  expect(manifest).toMatchObject({ bin: { 'farwatch-agent': bundle }, files: [bundle] });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
});

test('its version is the newest that the server and the app know of', async () => {
  expect(JSON.parse(await read('../package.json'))).toMatchObject({ version: NEWEST_AGENT.version });
  expect(isNewerVersion(MINIMUM_AGENT_VERSION, NEWEST_AGENT.version)).toBe(false);
});

test('the image has the same file, is not root’s, and knows whether the agent reports', async () => {
  const lines = (await read('../Dockerfile')).split('\n');
  expect(lines.find((line) => line.startsWith('COPY'))).toContain('dist/farwatch-agent.mjs');
  expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER node']);
  expect(lines.find((line) => line.startsWith('HEALTHCHECK'))).toContain('CMD ["farwatch-agent", "status"]');
  expect(lines.find((line) => line.startsWith('ENV'))).toContain('NODE_OPTIONS=--max-semi-space-size=8');
  expect(await read('../.dockerignore')).toContain('!dist/farwatch-agent.mjs');
});
