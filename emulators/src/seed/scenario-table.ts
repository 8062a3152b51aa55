import { LOCATION_CODES, type LocationCode, locationName } from '@farwatch/core/values/locations';

/**
 * A past outage of a demo endpoint: its start, its duration (null: it continues), the locations that saw it, and who
 * took care of it when.
 */
export type PastOutage = {
  hoursAgo: number;
  minutes: number | null;
  locations: LocationCode[];
  statusCode: number | null;
  acknowledged?: { afterMin: number; name: string; note: string };
};

/** An endpoint of the demo. */
export type DemoEndpoint = {
  id: string;
  name: string;
  path: string;
  /** The present response time. */
  typicalMs: number;
  /** The share by which the response time grew over the past (past.ts). */
  growth?: number;
  outages: PastOutage[];
};

/** A monitor of the demo. */
export type WatchedMonitor = {
  id: string;
  name: string;
  description: string;
  tags: string[];
  locations: LocationCode[];
  /** The age in days; a little more than a week if left out. */
  days?: number;
  endpoints: DemoEndpoint[];
};

export type DemoMonitor = WatchedMonitor & { owner: 'user' | 'admin'; days: number };

const ALL: LocationCode[] = [...LOCATION_CODES];

/** How long the demo monitors have existed. */
export const DEMO_DAYS = 120;

/** The seeded monitors of user@ and admin@, on paths of the demo targets. */
export const DEMO_MONITORS: DemoMonitor[] = [
  {
    id: 'demoStorefront',
    owner: 'user',
    name: 'Storefront',
    description: 'What customers see first',
    tags: ['production', 'shop'],
    locations: ALL,
    days: DEMO_DAYS,
    endpoints: [
      {
        id: 'demoShop',
        name: 'Shop',
        path: '/site/shop',
        typicalMs: 84,
        outages: [{ hoursAgo: 9.4, minutes: 17, locations: ALL, statusCode: 503 }],
      },
      {
        id: 'demoCheckout',
        name: 'Checkout',
        path: '/site/checkout',
        typicalMs: 131,
        growth: -0.2,
        outages: [
          {
            hoursAgo: 546.5,
            minutes: 74,
            locations: ALL,
            statusCode: 502,
            acknowledged: { afterMin: 6, name: 'Uma Watcher', note: 'Rolling back the last release' },
          },
        ],
      },
      {
        id: 'demoSearch',
        name: 'Search',
        path: '/site/search',
        typicalMs: 206,
        growth: 0.4,
        outages: [
          // During the planned work of past.ts.
          { hoursAgo: 1128.4, minutes: 38, locations: ALL, statusCode: 503 },
          { hoursAgo: 52, minutes: 41, locations: ['th', 'bd'], statusCode: 502 },
          { hoursAgo: 20.7, minutes: 8, locations: ['bd'], statusCode: null },
        ],
      },
    ],
  },
  {
    id: 'demoPublicApi',
    owner: 'user',
    name: 'Public API',
    description: 'Version 2, for partners',
    tags: ['production', 'API'],
    locations: ['tw', 'th'],
    days: DEMO_DAYS,
    endpoints: [
      {
        id: 'demoApiStatus',
        name: 'Status',
        path: '/ok',
        typicalMs: 42,
        outages: [{ hoursAgo: 1471.2, minutes: 128, locations: ['tw', 'th'], statusCode: null }],
      },
      {
        id: 'demoApiReports',
        name: 'Reports',
        path: '/slow',
        typicalMs: 800,
        outages: [{ hoursAgo: 118, minutes: 12, locations: ['tw', 'th'], statusCode: null }],
      },
    ],
  },
  {
    id: 'demoGateway',
    owner: 'user',
    name: 'Legacy gateway',
    description: 'To be switched off at the end of the year',
    tags: [],
    locations: ['bd'],
    days: DEMO_DAYS,
    endpoints: [
      {
        id: 'demoGatewayRoot',
        name: 'Gateway',
        path: '/error',
        typicalMs: 61,
        outages: [{ hoursAgo: 3.2, minutes: null, locations: ['bd'], statusCode: 503 }],
      },
      { id: 'demoGatewayDocs', name: 'Documentation', path: '/site/docs', typicalMs: 77, outages: [] },
    ],
  },
  {
    id: 'demoBlog',
    owner: 'user',
    name: 'Company blog',
    description: '',
    tags: [],
    locations: ['th', 'bd'],
    days: DEMO_DAYS,
    endpoints: [
      {
        id: 'demoBlogHome',
        name: 'Home page',
        path: '/site/blog',
        typicalMs: 148,
        outages: [
          { hoursAgo: 2103, minutes: 31, locations: ['th', 'bd'], statusCode: 500 },
          { hoursAgo: 803.6, minutes: 44, locations: ['th', 'bd'], statusCode: 500 },
          { hoursAgo: 15.1, minutes: 34, locations: ['th'], statusCode: 500 },
        ],
      },
    ],
  },
  {
    id: 'demoOperations',
    owner: 'admin',
    name: 'Operations',
    description: 'What keeps the rest running',
    tags: ['internal'],
    locations: ALL,
    days: DEMO_DAYS,
    endpoints: [{ id: 'demoRegistry', name: 'Registry', path: '/site/registry', typicalMs: 55, outages: [] }],
  },
];

type DemoAgent = {
  id: string;
  location: LocationCode;
  name: string;
  description: string;
  absentSlots: number[];
};

const KNOWN_AGENTS: readonly DemoAgent[] = [
  { id: 'demoAgentTaipei', location: 'tw', name: 'Taipei 1', description: 'Office, second floor', absentSlots: [] },
  {
    id: 'demoAgentBangkok',
    location: 'th',
    name: 'Bangkok 1',
    description: 'Data centre',
    absentSlots: [200, 201, 202, 1460],
  },
  {
    id: 'demoAgentDhaka',
    location: 'bd',
    name: 'Dhaka 1',
    description: 'An old phone on a shelf',
    absentSlots: [31, 32, 700, 701, 702, 703, 704, 2900],
  },
];

/** The demo agents: one in each location, owned by admin@. */
export const DEMO_AGENTS: readonly DemoAgent[] = LOCATION_CODES.map((location) => {
  const named = { id: `demoAgent_${location}`, name: `${locationName(location)} 1` };
  const plain = { ...named, location, description: '', absentSlots: [] };
  return KNOWN_AGENTS.find((agent) => agent.location === location) ?? plain;
});
