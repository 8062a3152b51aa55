import type { LocationPerformance, LocationSegment } from '@farwatch/core/contracts/api/agent-metrics';
import { type ClockHour, hoursOfDay, latestHours } from '@farwatch/core/decisions/agents/location-hour';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { WallClock } from '@farwatch/core/values/zone';

/** An hour's status, or that it is in the future or has no data. */
export type DotState = 'UP' | 'DOWN' | 'PARTIAL' | 'FUTURE' | 'NONE';

/** An hour in the viewer's zone: its number, and its start as epoch ms. */
type ShownHour = { hour: number; atMs: number };

/** The hours of the segments. */
export type ShownHours = {
  hours: ShownHour[];
  /** The index of the current hour; null if it is not among them. */
  running: number | null;
};

/** The 24 hours of a date, otherwise the latest. Data from before the hour changed still covers the previous hours. */
export function shownHours(
  items: LocationPerformance,
  date: string | null,
  clock: WallClock,
  nowMs: number,
): ShownHours {
  const latest = () => [latestHours(clock, nowMs), latestHours(clock, nowMs - HOUR_MS)];
  const [first = [], second = first] = date === null ? latest() : [hoursOfDay(date, clock)];
  const fits = items.every(({ uptimeSegments }) => uptimeSegments.every((each, index) => isOf(each, first[index])));
  const hours = fits ? first : second;
  const now = clock.at(nowMs);
  const running = hours.findLastIndex((each) => each.date === now.date && each.hour === now.hour);
  return {
    hours: hours.map(({ date: day, hour, slots }) => ({
      hour,
      atMs: slots[0] ?? clock.dayStart(day) + hour * HOUR_MS,
    })),
    running: running < 0 ? null : running,
  };
}

function isOf(segment: LocationSegment, hour: ClockHour | undefined): boolean {
  return segment === null || (segment.date === hour?.date && segment.hour === hour.hour);
}

export function dotState(segment: LocationSegment): DotState {
  if (segment === null) return 'NONE';
  if (segment.isFuture || segment.status === 'N/A') return 'FUTURE';
  return segment.status;
}
