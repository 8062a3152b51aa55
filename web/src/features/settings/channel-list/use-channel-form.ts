import { type ChannelAnswer, channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { SECOND_MS } from '@farwatch/core/values/time';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../../lib/api/client.ts';
import { useMarkedIssues } from '../../../lib/api/mark-issues.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { DoneTexts } from '../saving.tsx';
import { type Draft, draftSchema, needsTest, type ParsedDraft, targetText } from './draft.ts';

/** A test waits for a service, which has 10 s to answer. */
export const TEST_TIMEOUT_MS = 25 * SECOND_MS;

/** The action in progress, or the last one. */
type Task = {
  kind: 'test' | 'save';
  /** The message if it fails. */
  failed: ParseKeys;
};

/** A successful test of the target. */
type Tested = { target: string; proof: string };

/**
 * A channel's form, and its test and save, of which one runs at a time. Nothing that was entered is lost if one fails.
 */
export function useChannelForm(
  given: Draft,
  channel: ChannelAnswer | null,
  onSaved: (saved: SavedChannel) => Promise<unknown>,
) {
  const stored = channel?.settings ?? null;
  const form = useForm<Draft, unknown, ParsedDraft>({
    defaultValues: given,
    // The form's own order is that in which its fields first appeared; channel-fields.tsx goes by that of the page.
    shouldFocusError: false,
    resolver: (draft, ...rest) => zodResolver(draftSchema(draft.type, stored))(draft, ...rest),
  });
  const { isDirty } = form.formState;
  const draft = form.watch();
  const [tested, setTested] = useState<Tested | null>(null);
  const [task, setTask] = useState<Task>({ kind: 'test', failed: 'channels.form.testFailed' });
  const saving = useSaving<DoneTexts>({ isChange: task.kind === 'save' });
  useMarkedIssues(form, saving.failure);
  const [hasFailedTest, setFailedTest] = useState(false);
  const isUntested = needsTest(draft, channel, tested?.target ?? null);

  useOnChange(JSON.stringify(draft), () => {
    saving.forget();
    setFailedTest(false);
  });

  /** Starts with another draft, such as for another type. */
  function start(fresh: Draft) {
    form.reset(fresh);
    setTested(null);
  }

  const run = (kind: Task['kind'], failed: ParseKeys, work: (parsed: ParsedDraft) => Promise<DoneTexts | undefined>) =>
    form.handleSubmit((parsed) => {
      setTask({ kind, failed });
      return saving.save(() => work(parsed));
    })();

  async function testFirst({ type, settings }: ParsedDraft): Promise<Tested> {
    try {
      const body = { type, settings, ...(channel && { id: channel.id }) };
      const { proof } = await callApi(channelCalls.test, { body }, TEST_TIMEOUT_MS);
      const result = { target: targetText(draft), proof };
      setTested(result);
      setFailedTest(false);
      return result;
    } catch (thrown) {
      setFailedTest(true);
      throw thrown;
    }
  }

  const test = () =>
    run('test', 'channels.form.testFailed', async (parsed) => {
      await testFirst(parsed);
      return ['channels.form.tested'];
    });

  /** Sends the link to confirm the stored address once more. */
  const resendLink = () =>
    run('test', 'channels.form.linkFailed', async () => {
      if (channel) await callApi(channelCalls.testStored, { params: { id: channel.id } }, TEST_TIMEOUT_MS);
      return ['channels.form.linkResent'];
    });

  const save = (withTest: boolean) =>
    run('save', isUntested && withTest ? 'channels.form.testFailed' : 'channels.form.saveFailed', async (parsed) => {
      const proven = isUntested && withTest ? await testFirst(parsed) : tested;
      await onSaved(await store(parsed, channel, proven?.proof));
    });

  const busy = saving.isBusy ? task.kind : null;
  const { failed } = task;
  return { form, draft, start, busy, saving, failed, isUntested, hasFailedTest, isDirty, test, resendLink, save };
}

function store({ type, rotateSecret, ...given }: ParsedDraft, channel: ChannelAnswer | null, proof?: string) {
  const body = { ...given, ...(proof !== undefined && { proof }) };
  return channel
    ? callApi(channelCalls.change, { params: { id: channel.id }, body: { ...body, rotateSecret } })
    : callApi(channelCalls.create, { body: { ...body, type } });
}
