import '../texts/a.ts';
export const z = 1;
