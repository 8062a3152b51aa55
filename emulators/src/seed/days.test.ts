import { inflateRawSync } from 'node:zlib';
import { endpointDay, type HourPart } from '@farwatch/core/decisions/history/day-record';
import { transitionsOf } from '@farwatch/core/decisions/history/event-order';
import { endpointHistory } from '@farwatch/core/decisions/status/monitor-history';
import { dayOfMonth, dayOfYear, historySchema, monthSchema, yearSchema } from '@farwatch/core/documents/history';
import { hourSchema } from '@farwatch/core/documents/hour';
import { incidentSchema } from '@farwatch/core/documents/incident';
import { type EndpointDay, unpackEndpointDay, unpackMonitorDay } from '@farwatch/core/values/history/day-codec';
import { addSums, joinSteps, type Step, TIME_STATUSES, timeSums } from '@farwatch/core/values/history/levels';
import { DAY_MS, displayedLengthMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeedDocuments } from './documents.ts';
import { pastMaintenance } from './past.ts';
import { DEMO_DAYS, DEMO_MONITORS } from './scenario-table.ts';
import { demoDocuments } from './seed.ts';
import { simulate } from './simulate.ts';
import { UIDS } from './users.ts';

const NOW = Date.parse('2026-03-01T12:34:56.000Z');
const TODAY = Date.parse('2026-03-01T00:00:00.000Z');

let documents: SeedDocuments;
beforeAll(() => {
  documents = demoDocuments('http://localhost:5803', NOW).documents;
});

function daysOf(endpointId: string): Map<number, EndpointDay> {
  const months = [...documents.in('months').values()].map((each) => monthSchema.parse(each));
  const own = months.filter((month) => month.endpointId === endpointId);
  return new Map(
    own.flatMap((month) =>
      Object.entries(month.days).map(([key, bytes]) => {
        const dayAt = dayOfMonth(month, key);
        return [dayAt, unpackEndpointDay(inflateRawSync(bytes), dayAt)] as const;
      }),
    ),
  );
}

function stepsOf(endpointId: string): Step[] {
  return joinSteps([...daysOf(endpointId)].sort(([a], [b]) => a - b).map(([, { steps }]) => steps));
}

/** Seconds by status between two times, and the outages. */
function secondsIn(steps: readonly Step[], fromMs: number, toMs: number) {
  const { seconds, outages } = timeSums(steps, { fromMs, toMs });
  return { ...Object.fromEntries(TIME_STATUSES.map((status, index) => [status, seconds[index]])), outages };
}

describe('the demo’s history', () => {
  it('has every day from the creation of an endpoint to yesterday', () => {
    for (const { endpoints } of DEMO_MONITORS) {
      for (const { id } of endpoints) {
        const days = [...daysOf(id).keys()].sort((a, b) => a - b);
        expect(days).toEqual(Array.from({ length: DEMO_DAYS }, (_, index) => TODAY - (DEMO_DAYS - index) * DAY_MS));
      }
    }
  });

  it('has each outage of an incident as downtime, except in maintenance', () => {
    const incidents = [...documents.in('incidents').values()].map((each) => incidentSchema.parse(each));
    const past = incidents.flatMap(({ endpointId, outage, maintenance }) =>
      outage?.endedAt && outage.endedAt < TODAY
        ? [{ endpointId, maintenance, ...outage, endedAt: outage.endedAt }]
        : [],
    );
    expect(past.length).toBeGreaterThanOrEqual(6);
    for (const { endpointId, startedAt, endedAt, maintenance } of past) {
      const lengthSec = displayedLengthMs(startedAt, endedAt) / SECOND_MS;
      expect(secondsIn(stepsOf(endpointId), startedAt, endedAt)).toMatchObject(
        maintenance ? { maintenance: lengthSec, outages: 0 } : { down: lengthSec, outages: 1 },
      );
    }
    expect(past.filter(({ maintenance }) => maintenance)).toHaveLength(1);
    expect(incidents.filter(({ acknowledgement }) => acknowledgement)).toHaveLength(1);
  });

  it('has a coverage gap while the only agent of a monitor was away', () => {
    const steps = stepsOf('demoGatewayDocs');
    expect(secondsIn(steps, TODAY - DEMO_DAYS * DAY_MS, TODAY)).toMatchObject({
      down: 0,
      unknown: (7.3 * HOUR_MS - 5 * MINUTE_MS) / SECOND_MS,
    });
  });

  it('has the days of monitors as the sums of their endpoints', () => {
    const years = [...documents.in('years').values()].map((each) => yearSchema.parse(each));
    for (const { id, endpoints } of DEMO_MONITORS) {
      const own = years.filter(({ monitorId }) => monitorId === id);
      const days = own.flatMap((year) =>
        Object.entries(year.days).map(([key, bytes]) => {
          const dayAt = dayOfYear(year, key);
          return [dayAt, unpackMonitorDay(inflateRawSync(bytes), dayAt)] as const;
        }),
      );
      const joined = joinSteps(days.sort(([a], [b]) => a - b).map(([, { steps }]) => steps));
      const all = { fromMs: TODAY - DEMO_DAYS * DAY_MS, toMs: TODAY };
      expect(timeSums(joined, all)).toEqual(addSums(endpoints.map((each) => timeSums(stepsOf(each.id), all))));
    }
  });

  it('has the days that the daily task would build of its hours', () => {
    const hours = [...documents.in('hours').values()].map((each) => hourSchema.parse(each));
    const dayAt = TODAY - 3 * DAY_MS;
    for (const monitor of DEMO_MONITORS.filter(({ owner }) => owner === 'user')) {
      const ownerId = UIDS[monitor.owner];
      const own = hours.filter(
        (each) => each.ownerId === ownerId && each.hourAt >= dayAt && each.hourAt < dayAt + DAY_MS,
      );
      for (const demo of monitor.endpoints) {
        const parts = own.flatMap(({ hourAt, location, endpoints }): HourPart[] =>
          Object.values(endpoints[demo.id] ?? {}).map((stat) => ({ hourAt, location, stat })),
        );
        const { endpoint, events } = simulate(demo, subjectOf(monitor, ownerId), NOW);
        const history = endpointHistory(endpoint, transitionsOf(events), pastMaintenance(monitor.id, ownerId, NOW));
        const stored = daysOf(demo.id).get(dayAt);
        const built = endpointDay(history, parts, dayAt);
        expect(stored?.steps).toEqual(built.steps);
        expect(stored?.cells.map(({ phases: _, ...each }) => each)).toEqual(
          built.cells.map(({ phases: _, ...each }) => each),
        );
      }
    }
  });

  it('is the same for the same time', { tags: 'minutes' }, () => {
    const again = demoDocuments('http://localhost:5803', NOW).documents;
    for (const collection of ['months', 'years', 'histories', 'incidents', 'hours', 'maintenance'])
      expect(again.in(collection)).toEqual(documents.in(collection));
  });
});

it('yesterday is not built before its last hour is rolled up', () => {
  const { documents: early } = demoDocuments('http://localhost:5803', TODAY + 10 * MINUTE_MS);
  const history = historySchema.parse(early.in('histories').get(UIDS.user));
  expect(history).toMatchObject({ builtUntil: TODAY - DAY_MS, dueAt: TODAY + 30 * MINUTE_MS });
});

function subjectOf({ id, name, locations, days }: (typeof DEMO_MONITORS)[number], ownerId: string) {
  const place = { ownerId, monitorId: id, monitorName: name, url: 'http://localhost:5803/', locations };
  return { ...place, maintenance: pastMaintenance(id, ownerId, NOW), createdAt: NOW - days * DAY_MS };
}
