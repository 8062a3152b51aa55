import type { ExportedIncident } from '@farwatch/core/contracts/api/incidents';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { incidentsCsv } from './incidents-csv.ts';

const incident: ExportedIncident = {
  id: 'i1',
  type: 'downtime',
  title: 'Endpoint downtime detected',
  status: 'resolved',
  severity: 'major',
  location: 'tw',
  locations: ['tw', 'th'],
  triggeredAt: '2026-11-20T10:00:00.000Z',
  resolvedAt: '2026-11-20T10:12:30.000Z',
  endpoint: 'https://shop.farwatch.test/',
  endpoints: { id: 'e1', name: '=SUM(A1)', url: 'https://shop.farwatch.test/' },
  monitors: { id: 'm1', name: 'Shops, "all"' },
  details: {
    url: 'https://shop.farwatch.test/',
    expectedStatus: '200',
    actualStatus: 500,
    errorMessage: '-1\nmore',
    slow: {},
  },
  acknowledgement: null,
  assignee: 'Bob',
  snoozedUntil: null,
  flapping: null,
  outages: 2,
  downtimeSec: 720,
  maintenance: null,
};

it('has a row for each incident, without formulas, with times in the zone', () => {
  const t = ((key: string) => key) as unknown as TFunction;
  const [header, row, ...rest] = incidentsCsv([incident], t, 'Asia/Taipei').split('\r\n');
  expect(header?.split(',')).toHaveLength(18);
  expect(row).toBe(
    'incidents.severity.major,incidents.statuses.resolved,incidents.type.downtime,"Shops, ""all""",\'=SUM(A1),' +
      'https://shop.farwatch.test/,2026-11-20T18:00:00.000+08:00,2026-11-20T18:12:30.000+08:00,750,2,720,' +
      '"locations.tw, locations.th",500,"\'-1\nmore",,Bob,,i1',
  );
  expect(rest).toEqual(['']);
  const active = { ...incident, status: 'active' as const, resolvedAt: null };
  expect(incidentsCsv([active], t, 'America/St_Johns')).toContain('2026-11-20T06:30:00.000-03:30,,,2,720');
});
