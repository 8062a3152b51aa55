/**
 * The start of every world, at a full hour. An hour later the clocks of Europe skip an hour, and three hours later
 * those of Paraguay repeat one.
 */
export const T0 = Date.UTC(2023, 2, 26);
