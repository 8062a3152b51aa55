import { matchRecords } from '@farwatch/core/decisions/checks/match-records';
import { optionsOfType } from '@farwatch/core/values/check-options';
import { NO_PEER } from '../../network/network.ts';
import type { Probe } from '../probe.ts';
import { textFound } from '../text-found.ts';

/** A DNS check: up if the name has records of the type, and the expected ones are among them. */
export const probeDns: Probe = async (url, { check, network, signal, phases }) => {
  const { recordType = 'A', expected = [], match = 'any', resolver } = optionsOfType(check, 'dns') ?? {};
  const { hostname } = new URL(url);
  const records = await network.records({ name: hostname, type: recordType, server: resolver ?? null, signal });
  phases.end();
  const isExpected = matchRecords(recordType, records, expected, match);
  return { error: isExpected ? null : 'records', ...textFound(url, NO_PEER, records.join('\n')) };
};
