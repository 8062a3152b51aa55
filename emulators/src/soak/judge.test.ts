import { describe, expect, it } from 'vitest';
import { type Happened, judgeSoak, type ToldAlert } from './judge.ts';
import { SITES, type WatchedSite } from './plan.ts';

const T0 = Date.UTC(2026, 10, 22, 16);
const shop = siteOf('shop');

function siteOf(name: string): WatchedSite {
  const site = SITES.find((each) => each.site === name);
  if (!site) throw new Error(`no site is called ${name}`);
  return site;
}

/** An alert of the shop's first outage, made that many seconds after the beginning. */
function alert(sec: number, changes: Partial<ToldAlert> = {}): ToldAlert {
  const atMs = T0 + sec * 1_000;
  const place = { endpointId: shop.endpointId, incidentId: 'i', outage: 1 };
  const said = { kind: 'outage', severity: 'critical', state: 'sent', messageId: sec };
  return { ...place, ...said, createdAt: atMs, occurredAt: atMs, ...changes };
}

const recovery = (sec: number, changes: Partial<ToldAlert> = {}) => alert(sec, { kind: 'recovery', ...changes });

/** The shop fails from second 100 to 200. */
function happened(changes: Partial<Happened>): Happened {
  const alerts = changes.alerts ?? [];
  const messages = alerts.map(({ messageId, createdAt }) => ({ id: messageId ?? 0, atMs: createdAt, text: 'said' }));
  return { outages: [outage(100, 200)], troubles: [], killsMs: [], alerts, messages, ...changes };
}

const outage = (from: number, to: number) => ({ site: shop, fromMs: T0 + from * 1_000, toMs: T0 + to * 1_000 });
const trouble = (from: number, to: number, ...locations: ('tw' | 'th' | 'bd')[]) => {
  return { fromMs: T0 + from * 1_000, toMs: T0 + to * 1_000, locations };
};

describe('nothing is wrong', () => {
  it.each<[string, Partial<Happened>]>([
    ['with one outage and its recovery', { alerts: [alert(105), recovery(203)] }],
    ['with one told graver', { alerts: [alert(105, { severity: 'major' }), alert(120), recovery(203)] }],
    [
      'with two alerts in one message',
      {
        alerts: [
          alert(105, { severity: 'critical' }),
          alert(120, { severity: 'major', messageId: 105 }),
          recovery(203),
        ],
      },
    ],
    [
      'with what fails from some places besides',
      { alerts: [alert(102, { outage: 0, kind: 'partial', severity: 'minor' }), alert(105), recovery(203)] },
    ],
    ['with one that was too short to be owed', { outages: [outage(100, 120)] }],
    ['with one that most could not see', { troubles: [trouble(90, 180, 'tw', 'th')] }],
    ['with one that nobody could tell', { troubles: [trouble(90, 180)] }],
    [
      'with two told as one where nobody saw the time between',
      {
        outages: [outage(100, 200), outage(240, 300)],
        troubles: [trouble(190, 250)],
        alerts: [alert(105), recovery(303)],
      },
    ],
    [
      'with a message that its sender could not mark',
      {
        alerts: [alert(105), recovery(203)],
        messages: [{ id: 900, atMs: T0 + 106_000, text: 'said' }],
        killsMs: [T0 + 108_000],
      },
    ],
  ])('%s', (_, changes) => expect(judgeSoak(happened(changes))).toEqual([]));
});

describe('is found', () => {
  it.each<[string, Partial<Happened>, RegExp]>([
    ['an outage that was not told', {}, /Shop from 16:01:40 to 16:03:20 was not told/],
    ['one that two of three could see', { troubles: [trouble(90, 300, 'bd')] }, /was not told/],
    ['one that was silenced', { alerts: [alert(105, { state: 'silenced' })] }, /was not told/],
    ['one without its recovery', { alerts: [alert(105)] }, /0 recoveries/],
    ['one with two', { alerts: [alert(105), recovery(203), recovery(210)] }, /2 recoveries/],
    ['a recovery alone', { alerts: [recovery(203)] }, /a recovery of what was never told/],
    ['one told twice', { alerts: [alert(105), alert(120), recovery(203)] }, /told again, and not graver/],
    [
      'one told as two',
      { alerts: [alert(105), recovery(150), alert(160, { outage: 2 }), recovery(203, { outage: 2 })] },
      /told as 2 outages/,
    ],
    [
      'a false alarm',
      { alerts: [alert(105), recovery(203), alert(300, { outage: 2 }), recovery(310, { outage: 2 })] },
      /there was none/,
    ],
    [
      'a message that came twice',
      {
        alerts: [alert(105), recovery(203)],
        messages: [{ id: 900, atMs: T0 + 106_000, text: 'twice' }],
        killsMs: [T0 + 160_000],
      },
      /no alert knows of it: twice/,
    ],
  ])('%s', (_, changes, sentence) => {
    expect(judgeSoak(happened(changes))).toContainEqual(expect.stringMatching(sentence));
  });
});
