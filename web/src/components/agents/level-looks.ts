import type { Level } from '@farwatch/core/agents/levels';
import type { StatusLook } from '../status/status-shape.tsx';

/** Levels in green, amber and red, each with a shape of its own. */
export const LEVEL_LOOKS: Record<Level, StatusLook> = { good: 'up', fair: 'partial', poor: 'down' };
