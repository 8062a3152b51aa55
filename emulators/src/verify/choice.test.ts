import { expect, test } from 'vitest';
import { choiceOf, type StepName } from './choice.ts';

const quick: StepName[] = ['lint', 'types', 'unit', 'agent', 'build', 'rules', 'backend', 'faults', 'journeys'];
const steps: StepName[] = [...quick, 'backend-emulator', 'screens'];
const chosen = (...args: string[]) => steps.filter(choiceOf(args).isChosen);

test('a run without arguments skips the slow steps', () => {
  expect(chosen()).toEqual(quick);
  expect(choiceOf([])).toMatchObject({ filters: [], withMinutes: false });
});

test('all chooses every step, and is no filter', () => {
  expect(chosen('all')).toEqual(steps);
  expect(choiceOf(['all'])).toMatchObject({ filters: [], withMinutes: true });
});

test('steps are chosen by name, together with parts of paths', () => {
  expect(chosen('journeys', 'outage', 'lint')).toEqual(['lint', 'journeys']);
  expect(chosen('backend-emulator', 'drain')).toEqual(['backend-emulator']);
  expect(choiceOf(['journeys', 'outage', 'lint']).filters).toEqual(['outage']);
});

test('what changed is tested by the quick steps, or by the named ones', () => {
  expect(chosen('--changed')).toEqual(['lint', 'types', 'unit', 'agent', 'build', 'backend']);
  expect(choiceOf(['--changed'])).toMatchObject({ filters: [], withMinutes: false, changed: '--changed' });
  expect(chosen('--changed=main', 'unit')).toEqual(['unit']);
});

test('filters alone apply to every step', () => {
  expect(chosen('settings-layout')).toEqual(steps);
  expect(choiceOf(['settings-layout', 'access']).filters).toEqual(['settings-layout', 'access']);
});
