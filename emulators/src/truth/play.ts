import { MINUTE_MS } from '@farwatch/core/values/time';
import { Random } from '../platform/random.ts';
import type { Scenario } from './scenario.ts';
import { withCheckTypes } from './scenarios/check-type-plan.ts';
import { withDependencies } from './scenarios/dependency-plan.ts';
import { faultyScenario } from './scenarios/faulty-scenario.ts';
import { withJobs } from './scenarios/job-plan.ts';
import { longOutageScenario } from './scenarios/long-outage-scenario.ts';
import { lossyScenario } from './scenarios/lossy-scenario.ts';
import { measuringScenario } from './scenarios/measuring-scenario.ts';
import { peopleScenario } from './scenarios/people-scenario.ts';
import { racingScenario } from './scenarios/racing-scenario.ts';
import { withRotation } from './scenarios/rotation-plan.ts';
import { severalDaysScenario } from './scenarios/several-days-scenario.ts';
import { siblingsScenario } from './scenarios/siblings-scenario.ts';
import { slowScenario } from './scenarios/slow-scenario.ts';
import { clockChange } from './scenarios/timing-plan.ts';
import { checkAnnouncedOrLogged } from './verify/announced-or-logged.ts';
import { checkAtRest } from './verify/at-rest.ts';
import { channelViews, isSteady } from './verify/channel-views.ts';
import { checkConverged } from './verify/converged.ts';
import { checkDocuments } from './verify/documents.ts';
import { checkFalseAlerts, checkFalseRecoveries } from './verify/false-alerts.ts';
import { checkFlapping } from './verify/flapping.ts';
import { checkHeartbeats } from './verify/heartbeats.ts';
import { checkHeld } from './verify/held.ts';
import { checkLongOutages } from './verify/long-outages.ts';
import { checkMessages } from './verify/messages.ts';
import { documentsOf, type Finding } from './verify/observations.ts';
import { checkTiming, measureOutages, type OutageTiming } from './verify/outage-timing.ts';
import { checkPausedSilence } from './verify/paused.ts';
import { checkRawChecks } from './verify/raw-checks.ts';
import { checkReminders } from './verify/reminders.ts';
import { checkResponseTimes } from './verify/response-times.ts';
import { checkSiblings } from './verify/siblings.ts';
import { checkSlow } from './verify/slow.ts';
import { checkUptime } from './verify/uptime.ts';
import { type Programs, World } from './world.ts';

export type PlayedWorld = { findings: Finding[]; timings: OutageTiming[]; world: World };

/** Every twelfth world has nothing but outages of sites, to measure how late and how exactly they are reported. */
export const MEASURING_EVERY = 12;

/** Few worlds have an outage of more than a day, since each takes as long as many others. */
const LONG_OUTAGE_EVERY = 60;

/** One in this many worlds has several days. */
export const SEVERAL_DAYS_EVERY = 60;
export const FIRST_SEVERAL_DAYS = 50;

/** One in this many worlds is at a change of clocks, one has races, one has commits of unknown outcome, one has websites with several pages, one loses packets, and one has people who take turns. */
export const SPECIAL_EVERY = 30;
export const FIRST_CLOCK_CHANGE = 17;
export const FIRST_RACING = 22;
export const FIRST_UNKNOWN_COMMITS = 27;
export const FIRST_SIBLINGS = 10;
export const FIRST_LOSSY = 29;
export const FIRST_ROTATION = 7;
const UNKNOWN_COMMITS = 0.08;
/** Where commits fail, messages are late, as in any world whose server has faults. */
const LEAST_CHAOS = 0.05;

/** Every eighth world has sites that become slow. */
export const SLOW_EVERY = 8;
export const FIRST_SLOW = 6;

/** Every third world has people and channels that do not want everything at once. */
const PEOPLE_EVERY = 3;

/** Every sixth world has monitors that depend on another, with people. */
export const DEPENDENT_EVERY = 6;
export const FIRST_DEPENDENT = 4;

/** Every fifth world has sites of all check types, and jobs with heartbeats where it measures nothing. */
export const MIXED_EVERY = 5;
export const FIRST_MIXED = 3;

/** The scenario of a seed. */
export function scenarioOf(seed: number): Scenario {
  const random = new Random(seed);
  const plain = plainScenario(seed, random);
  if (plain.monitors.some(({ slowMs }) => slowMs !== undefined)) return plain;
  if (seed % MIXED_EVERY !== FIRST_MIXED) return plain;
  const mixed = withCheckTypes(plain, random);
  return seed % MEASURING_EVERY === 0 ? mixed : withJobs(mixed, random);
}

function plainScenario(seed: number, random: Random): Scenario {
  if (seed % LONG_OUTAGE_EVERY === LONG_OUTAGE_EVERY / 3 - 1) return longOutageScenario(seed, random);
  if (seed % SEVERAL_DAYS_EVERY === FIRST_SEVERAL_DAYS) return severalDaysScenario(seed, random);
  const special = seed % SPECIAL_EVERY;
  if (special === FIRST_CLOCK_CHANGE)
    return peopleScenario(seed, random, clockChange(Math.floor(seed / SPECIAL_EVERY), random));
  if (special === FIRST_ROTATION) return withRotation(peopleScenario(seed, random));
  if (special === FIRST_SIBLINGS) return siblingsScenario(seed, random);
  if (special === FIRST_LOSSY) return lossyScenario(seed, random);
  if (special === FIRST_RACING) return racingScenario(seed, random);
  if (special === FIRST_UNKNOWN_COMMITS) {
    const faulty = faultyScenario(seed, random);
    return { ...faulty, chaos: Math.max(faulty.chaos, LEAST_CHAOS), unknownCommits: UNKNOWN_COMMITS };
  }
  if (seed % SLOW_EVERY === FIRST_SLOW) return slowScenario(seed, random);
  if (seed % MEASURING_EVERY === 0) return measuringScenario(seed, random);
  if (seed % PEOPLE_EVERY !== 1) return faultyScenario(seed, random);
  const people = peopleScenario(seed, random);
  return seed % DEPENDENT_EVERY === FIRST_DEPENDENT ? withDependencies(people) : people;
}

let isPlaying = false;

/** Every fourth world runs to the end of its calm period, in which something right may turn wrong. */
const WHOLE_CALM_EVERY = 4;

/**
 * Runs a scenario and verifies it: early in the calm period, and at its end unless everything is right and sent by
 * then. If the server had no fault, an early violation counts too.
 */
export async function play(scenario: Scenario, programs: Programs): Promise<PlayedWorld> {
  if (isPlaying) throw new Error('programs are loaded once, and so run in one world at a time');
  isPlaying = true;
  const world = new World(scenario, programs);
  const early: Finding[] = [];
  const isFinished = () => {
    if (scenario.chaos === 0) early.push(...checkAtRest(world));
    return scenario.seed % WHOLE_CALM_EVERY !== 0 && isAllSent(world) && verifyWorld(world).length === 0;
  };
  await world.run(isFinished).finally(() => {
    isPlaying = false;
  });
  const soon = early.map(({ rule, what }) => ({ rule: `${rule} soon`, what }));
  return {
    findings: [...soon, ...verifyWorld(world)],
    timings: channelViews(world).slice(0, 1).flatMap(measureOutages),
    world,
  };
}

/** Whether no channel has anything to send now or again; a reminder or what a rule holds may be due later. */
function isAllSent(world: World): boolean {
  const soonMs = world.timeline.nowMs + MINUTE_MS;
  return [...documentsOf(world, 'outboxes').values()].every(
    ({ dueAt, failure }) => dueAt === null || (failure === null && dueAt > soonMs),
  );
}

const CHECKS = [checkAtRest, checkDocuments, checkHeartbeats, checkRawChecks, checkUptime, checkResponseTimes];

/** Checks of what every channel sends. */
const CHANNEL_CHECKS = [
  checkMessages,
  checkFalseAlerts,
  checkFalseRecoveries,
  checkHeld,
  checkFlapping,
  checkReminders,
  checkPausedSilence,
];

/** Checks of what a channel sends that exists from start to end. */
const STEADY_CHECKS = [checkLongOutages, checkTiming, checkConverged, checkAnnouncedOrLogged, checkSiblings, checkSlow];

/** Everything that is wrong in a world after its calm period. */
function verifyWorld(world: World): Finding[] {
  const views = channelViews(world);
  return [
    ...CHECKS.flatMap((check) => check(world)),
    ...CHANNEL_CHECKS.flatMap((check) => views.flatMap(check)),
    ...STEADY_CHECKS.flatMap((check) => views.filter(isSteady).flatMap(check)),
  ];
}
