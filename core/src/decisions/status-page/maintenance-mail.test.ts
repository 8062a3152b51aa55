import { describe, expect, it } from 'vitest';
import { pageComponentSample, pageSample } from '../../testing/page-sample.ts';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import type { WindowWithId } from '../maintenance/monitor-occurrences.ts';
import { isMailCurrent, maintenanceMail } from './maintenance-mail.ts';

const page = pageSample({
  groups: [
    { name: '', components: [pageComponentSample(), pageComponentSample({ key: 'other000', monitorId: 'other' })] },
  ],
});
const startOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 16);
const [TOMORROW, LATER] = [NOW + DAY_MS, NOW + 2 * DAY_MS];

function windowOf(changes: Partial<WindowWithId> = {}): WindowWithId {
  return {
    ...{ id: 'w', ownerId: 'owner', name: 'Backup', monitors: ['monitor'], start: startOf(TOMORROW), timeZone: 'UTC' },
    ...{ durationMin: 60, rule: null, mailsSubscribers: true, endings: {}, planned: null, refreshAt: null },
    ...{ createdAt: NOW, updatedAt: NOW, ...changes },
  };
}
const mailOf = (before: WindowWithId | null, after: WindowWithId | null, nowMs = NOW) => {
  const mail = maintenanceMail({ before, after }, page, nowMs);
  return mail && [mail.change, (mail.startsAt - NOW) / HOUR_MS, (mail.endsAt - mail.startsAt) / MINUTE_MS];
};

describe('subscribers are mailed', () => {
  const daily = windowOf({ rule: 'FREQ=DAILY' });
  it.each<[string, WindowWithId | null, WindowWithId | null, unknown]>([
    ['once planned', null, windowOf(), ['planned', 24, 60]],
    ['months ahead', null, windowOf({ start: startOf(NOW + 100 * DAY_MS) }), ['planned', 2400, 60]],
    ['of the next occurrence', null, daily, ['planned', 24, 60]],
    ['moved', windowOf(), windowOf({ start: startOf(LATER) }), ['changed', 48, 60]],
    ['longer', windowOf(), windowOf({ durationMin: 90 }), ['changed', 24, 90]],
    ['extended', windowOf(), windowOf({ endings: { [TOMORROW]: TOMORROW + 2 * HOUR_MS } }), ['changed', 24, 120]],
    ['for more monitors', windowOf(), windowOf({ monitors: null }), ['changed', 24, 60]],
    ['for others', windowOf(), windowOf({ monitors: ['third'] }), ['cancelled', 24, 60]],
    ['deleted', windowOf(), null, ['cancelled', 24, 60]],
    ['cancelled', windowOf(), windowOf({ endings: { [TOMORROW]: TOMORROW } }), ['cancelled', 24, 60]],
    ['one of several cancelled', daily, { ...daily, endings: { [TOMORROW]: TOMORROW } }, ['cancelled', 24, 60]],
    ['chosen later', windowOf({ mailsSubscribers: false }), windowOf(), ['planned', 24, 60]],
    ['renamed', windowOf(), windowOf({ name: 'Other' }), null],
    ['not chosen', null, windowOf({ mailsSubscribers: false }), null],
    ['never chosen', null, windowOf({ mailsSubscribers: undefined }), null],
    ['of a monitor that the page does not show', null, windowOf({ monitors: ['third'] }), null],
    ['over', null, windowOf({ start: startOf(NOW - DAY_MS) }), null],
  ])('%s', (_, before, after, expected) => expect(mailOf(before, after)).toEqual(expected));

  it('not if what has started ends early', () => {
    const running = TOMORROW + MINUTE_MS;
    expect(mailOf(windowOf(), windowOf({ endings: { [TOMORROW]: running } }), running)).toBeNull();
    expect(mailOf(windowOf(), null, running)).toBeNull();
    expect(mailOf(daily, { ...daily, endings: { [TOMORROW]: running } }, running)).toBeNull();
    expect(mailOf(windowOf(), windowOf({ durationMin: 120 }), running)).toEqual(['changed', 24, 120]);
  });

  it('of the components that it concerns', () => {
    const { components } = maintenanceMail({ before: null, after: windowOf({ monitors: null }) }, page, NOW) ?? {};
    expect(components).toEqual(['checkout', 'other000']);
  });
});

it('a mail is sent until it is not true any more', () => {
  const planned = { windowId: 'w', change: 'planned' as const, startsAt: TOMORROW, endsAt: TOMORROW + HOUR_MS };
  const mail = { ...planned, components: ['checkout'] };
  expect(isMailCurrent(mail, windowOf(), page, NOW)).toBe(true);
  expect(isMailCurrent(mail, windowOf({ durationMin: 90 }), page, NOW)).toBe(false);
  expect(isMailCurrent(mail, null, page, NOW)).toBe(false);
  expect(isMailCurrent({ ...mail, change: 'cancelled' }, null, page, NOW)).toBe(true);
  expect(isMailCurrent({ ...mail, change: 'cancelled' }, windowOf(), page, NOW)).toBe(false);
});
