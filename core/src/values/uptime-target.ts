import { z } from 'zod';

/** What an uptime target may be, in percent: 'three nines' by default, and as much as five. */
export const UPTIME_TARGETS = { min: 90, max: 100, decimals: 3 } as const;
export const DEFAULT_UPTIME_TARGET = 99.9;

const STEP = 10 ** -UPTIME_TARGETS.decimals;

/** The share of the time that something should be up, in percent. */
export const uptimeTargetSchema = z.number().min(UPTIME_TARGETS.min).max(UPTIME_TARGETS.max).multipleOf(STEP);
