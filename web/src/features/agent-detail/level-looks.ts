import type { Level } from '@farwatch/core/agents/levels';
import type { StatusLook } from '../../components/status/status-shape.tsx';

/** Levels in green, amber and red, each with its shape. */
export const LEVEL_LOOKS: Record<Level, StatusLook> = { good: 'up', fair: 'partial', poor: 'down' };

/** The API is asked again so often while its part of the page is seen. */
export const POLL_MS = 30_000;
