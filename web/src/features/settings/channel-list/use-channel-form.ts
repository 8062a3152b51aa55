import { type ChannelAnswer, channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { callApi } from '../../../lib/api/client.ts';
import { useReportSaving } from '../../../lib/navigation/unsaved.ts';
import type { Outcome } from '../saving.tsx';
import { parseTiming } from '../timing/timing-draft.ts';
import { type Draft, type DraftErrors, errorsOf, needsTest, targetText } from './draft.ts';

/** A test waits for a service, which has 10 s to answer. */
export const TEST_TIMEOUT_MS = 25 * SECOND_MS;

/** A successful test of the target. */
type Tested = { target: string; proof: string };

/**
 * The state of a channel's form: the draft, what is wrong with it, and its test and save, of which one runs at a time.
 * Nothing that was entered is lost if one fails.
 */
export function useChannelForm(
  given: Draft,
  channel: ChannelAnswer | null,
  onSaved: (saved: SavedChannel) => Promise<unknown>,
) {
  const [initial, setInitial] = useState(given);
  const [draft, setDraft] = useState(given);
  const [errors, setErrors] = useState<DraftErrors | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const [busy, setBusy] = useState<'test' | 'save' | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [hasFailedTest, setFailedTest] = useState(false);
  useReportSaving(busy === 'save');
  const stored = channel?.settings ?? null;
  const isUntested = needsTest(draft, channel, tested?.target ?? null);

  /** Begins with another draft, such as of another type. */
  function start(fresh: Draft) {
    setInitial(fresh);
    setDraft(fresh);
    setErrors(null);
    setTested(null);
    setOutcome(null);
    setFailedTest(false);
  }

  function change(changes: Partial<Draft>) {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    setOutcome(null);
    setFailedTest(false);
    if (errors) setErrors(errorsOf(changed, stored));
  }

  function isValid(): boolean {
    const found = errorsOf(draft, stored);
    setErrors(found);
    return found === null;
  }

  async function sendTest(): Promise<Tested> {
    const { type, settings } = draft;
    const body = { type, settings, ...(channel && { id: channel.id }) };
    const { proof } = await callApi(channelCalls.test, { body }, TEST_TIMEOUT_MS);
    return { target: targetText(draft), proof };
  }

  async function run(what: 'test' | 'save', failed: ParseKeys, work: () => Promise<Outcome>) {
    if (busy || !isValid()) return;
    setBusy(what);
    setOutcome(null);
    try {
      setOutcome(await work());
    } catch (why) {
      setOutcome({ failed, why });
    } finally {
      setBusy(null);
    }
  }

  async function testFirst() {
    try {
      const result = await sendTest();
      setTested(result);
      setFailedTest(false);
      return result;
    } catch (why) {
      setFailedTest(true);
      throw why;
    }
  }

  const test = () =>
    run('test', 'channels.form.testFailed', async () => {
      await testFirst();
      return { done: 'channels.form.tested' };
    });

  /** Sends the link to confirm the stored address once more. */
  const resendLink = () =>
    run('test', 'channels.form.linkFailed', async () => {
      if (channel) await callApi(channelCalls.testStored, { params: { id: channel.id } }, TEST_TIMEOUT_MS);
      return { done: 'channels.form.linkResent' };
    });

  const save = (withTest: boolean) =>
    run('save', isUntested && withTest ? 'channels.form.testFailed' : 'channels.form.saveFailed', async () => {
      const proven = isUntested && withTest ? await testFirst() : tested;
      await onSaved(await store(draft, channel, proven?.proof));
      return null;
    });

  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  return { draft, start, change, errors, busy, outcome, isUntested, hasFailedTest, isDirty, test, resendLink, save };
}

function store({ type, ...draft }: Draft, channel: ChannelAnswer | null, proof: string | undefined) {
  const { monitors, rotateSecret, timing, ...rest } = draft;
  const parsed = parseTiming(timing);
  const given = { ...rest, ...('timing' in parsed && parsed), monitors: monitors && [...monitors] };
  const body = { ...given, ...(proof !== undefined && { proof }) };
  return channel
    ? callApi(channelCalls.change, { params: { id: channel.id }, body: { ...body, rotateSecret } })
    : callApi(channelCalls.create, { body: { ...body, type } });
}
