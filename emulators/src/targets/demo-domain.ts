/** The demo targets have names under it, which demo agents resolve (`agents/names.ts`). */
export const DEMO_DOMAIN = 'demo.farwatch.test';
