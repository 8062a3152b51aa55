/** How good a value is: shown green, amber or red. */
export type Level = 'good' | 'fair' | 'poor';

function levelOf(isGood: boolean, isFair: boolean): Level {
  if (isGood) return 'good';
  return isFair ? 'fair' : 'poor';
}

/** An agent's uptime in percent: good from 95, fair from 90. */
export function uptimeLevel(percent: number): Level {
  return levelOf(percent >= 95, percent >= 90);
}

/** A battery's charge in percent: good above 50, fair above 20. */
export function batteryLevel(percent: number): Level {
  return levelOf(percent > 50, percent > 20);
}
