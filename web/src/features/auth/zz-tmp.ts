import './x.ts';
export const z = 1;
