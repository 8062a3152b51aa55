import { describe, expect, it } from 'vitest';
import { type Check, checkSchema } from './check.ts';
import { packChecks, unpackChecks, withoutPhases } from './pack.ts';
import type { CheckPhases } from './phases.ts';

const START = 1_795_000_200_000;
const UP: Check = { endpoint: 'Ab3dEfGh1jKlMnOpQr2t', at: START + 69, ms: 212, statusCode: 200, error: null };
const DOWN: Check = { endpoint: 'z-_9', at: START + 599_999, ms: 4_012, statusCode: null, error: 'timeout' };
const PHASES: CheckPhases = [12, 23, 31, 142, 4];

/** Stored windows and hours of 400 days have this format. */
const WITHOUT = 'Ab3dEfGh1jKlMnOpQr2t,1x,5w,5k,;z-_9,cuyn,33g,,1';
const WITH = 'Ab3dEfGh1jKlMnOpQr2t,1x,5w,5k,;c.n.v.3y.4;z-_9,cuyn,33g,,1;c.334';

/** How servers without phases parse checks; they may still run at the same time as this version. */
function readAsBefore(packed: string): string[] {
  const form = /^([\w-]*),(-?[0-9a-z]+),([0-9a-z]+),([0-9a-z]*),([0-9a-z]*)$/;
  return packed.split(';').filter((part) => form.test(part));
}

describe('the phases of packed checks', () => {
  const timed = [
    { ...UP, phases: PHASES },
    { ...DOWN, phases: [12, 4_000, null, null, null] },
  ] satisfies Check[];

  it('follow each check, and are unpacked with it', () => {
    expect(packChecks(timed, START)).toBe(WITH);
    expect(unpackChecks(WITH, START)).toEqual(timed);
  });

  it('are passed over by readers that do not know them', () => {
    expect(readAsBefore(WITH).join(';')).toBe(WITHOUT);
  });

  it('are unknown, not zero, in what was packed without', () => {
    const checks = unpackChecks(WITHOUT, START);
    expect(checks).toEqual([UP, DOWN]);
    expect(checks.filter((check) => 'phases' in check)).toEqual([]);
    expect(packChecks([UP, DOWN], START)).toBe(WITHOUT);
  });

  it('can be taken out again', () => {
    expect(withoutPhases(WITH)).toBe(WITHOUT);
    expect(withoutPhases(WITHOUT)).toBe(WITHOUT);
  });

  it.each<[string, CheckPhases]>([
    ['5', [5, null, null, null, null]],
    ['zero', [0, 0, 0, 0, 0]],
    ['an address without TLS', [null, 1, null, 3, 0]],
    ['an address not reached', [null, 4_000, null, null, null]],
  ])('of %s stay so', (_, phases) => {
    expect(unpackChecks(packChecks([{ ...UP, phases }], START), START)).toEqual([{ ...UP, phases }]);
  });

  it('without any are left out', () => {
    expect(packChecks([{ ...UP, phases: [null, null, null, null, null] }], START)).toBe(packChecks([UP], START));
  });

  it.each([
    ['a sixth', `${packChecks([UP], START)};c.n.v.3y.4.7`, PHASES],
    ['an unknown part next to them', `${packChecks([UP], START)};c.n.v.3y.4;!x`, PHASES],
    ['a phase longer than a check can be', `${packChecks([UP], START)};c.zzzz`, undefined],
    ['another form altogether', `${packChecks([UP], START)};12|23`, undefined],
    ['a garbled check between', `${packChecks([UP], START)};?,?;c.n`, undefined],
    ['two of them', `${packChecks([UP], START)};c.n.v.3y.4;1.1`, PHASES],
  ])('with %s: the check is read all the same', (_, packed, phases) => {
    const [check, ...others] = unpackChecks(packed, START);
    expect(others).toEqual([]);
    expect(check).toEqual(phases ? { ...UP, phases } : UP);
  });

  it('cost a steady check 11 bytes', () => {
    expect(packChecks([{ ...UP, phases: PHASES }], START).length - packChecks([UP], START).length).toBe(11);
  });
});

describe('the phases of a reported check', () => {
  it.each([
    [PHASES, PHASES],
    [[...PHASES, 'something newer'], PHASES],
    [undefined, undefined],
    [[1, 2], undefined],
    [[-1, 2, 3, 4, 5], undefined],
    [[30_001, 0, 0, 0, 0], undefined],
    [{ dns: 1 }, undefined],
    ['c.n', undefined],
  ])('%j are read as %j, and never cost the check', (phases, read) => {
    expect(checkSchema.parse({ ...UP, phases })).toEqual(read ? { ...UP, phases: read } : UP);
  });
});
