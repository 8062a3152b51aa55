import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { describeApi } from '../../texts/api-description.ts';
import { textsOf } from '../../texts/texts.ts';

const text = JSON.stringify(describeApi(await textsOf('en')));

/**
 * What does not apply: the API has no license, some paths with a parameter also have a fixed part there, such as
 * `/monitors/endpoint-limits`, and errors that all calls have are the default.
 */
const OFF = { 'info-license': 'off', 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off' } as const;

it('follows the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: OFF });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${message} ${at?.pointer}`)).toEqual([]);
});

/** A program that reads the document's types as callers do. */
const PROGRAM = `
import type { components, operations, paths } from './api';
type Monitors = paths['/monitors']['get']['responses'][200]['content']['application/json'];
type NewMonitor = NonNullable<operations['postMonitors']['requestBody']>['content']['application/json'];
type Failure = operations['getMe']['responses']['default']['content']['application/json'];
export const names = (monitors: Monitors): string[] => monitors.map(({ name }) => name);
export const monitor: NewMonitor = { name: 'Shop', locations: ['tw'], endpoints: [{ url: 'https://shop.example.com/' }] };
export const codeOf = ({ code }: Failure): string => code;
export const idOf = ({ id }: components['schemas']['Monitor']): string => id;
`;

it('is what openapi-typescript makes a client of that compiles', { tags: 'minutes' }, async () => {
  const files = new Map([
    ['/api.ts', astToString(await openapiTS(text, { defaultNonNullable: false }))],
    ['/program.ts', PROGRAM],
  ]);
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, target) => {
    const content = files.get(name);
    return content === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, content, target);
  };
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  // A mistake of the caller does not compile.
  files.set('/program.ts', `${PROGRAM}export const wrong: NewMonitor = { name: 1 };`);
  expect(ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host)).length).toBeGreaterThan(0);
});
