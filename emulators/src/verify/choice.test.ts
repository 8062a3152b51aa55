import { expect, test } from 'vitest';
import { choiceOf, type StepName } from './choice.ts';

const steps: StepName[] = ['lint', 'types', 'unit', 'build', 'rules', 'backend', 'faults', 'journeys', 'screens'];
const chosen = (...args: string[]) => steps.filter(choiceOf(args).isChosen);

test('a run without arguments leaves out what takes as long as all the rest', () => {
  expect(chosen()).toEqual(steps.filter((step) => step !== 'screens'));
  expect(choiceOf([])).toMatchObject({ filters: [], withMinutes: false });
});

test('all is every step, and no part of a path', () => {
  expect(chosen('all')).toEqual(steps);
  expect(choiceOf(['all'])).toMatchObject({ filters: [], withMinutes: true });
});

test('steps are chosen by name, with parts of paths beside them', () => {
  expect(chosen('journeys', 'outage', 'lint')).toEqual(['lint', 'journeys']);
  expect(choiceOf(['journeys', 'outage', 'lint']).filters).toEqual(['outage']);
});

test('parts of paths alone are looked for in every step', () => {
  expect(chosen('settings-layout')).toEqual(steps);
  expect(choiceOf(['settings-layout', 'access']).filters).toEqual(['settings-layout', 'access']);
});
