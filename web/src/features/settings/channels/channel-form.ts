import type { NotificationInput, notificationInputSchema } from '@farwatch/core/contracts/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { ReactNode } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

type Fields = z.input<typeof notificationInputSchema>;

type SettingsForm = UseFormReturn<Fields, unknown, NotificationInput>;

export type ChannelPartProps = {
  form: SettingsForm;
  stored: NotificationSettings;
  saving: boolean;
  /** Increases each time the user discards the edits. */
  discards: number;
  /** Called after a test, which stores the settings. */
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  /** Nothing can be saved while a test runs. */
  onTesting: (testing: boolean) => void;
  /** Called for a change that triggers no change event of the form. */
  onChosen: () => void;
};

/** A channel's part of the settings form (docs/architecture.md, Extension points): its sections and field names. */
export type ChannelForm = {
  Part: (props: ChannelPartProps) => ReactNode;
  fields: readonly FieldPath<Fields>[];
};
