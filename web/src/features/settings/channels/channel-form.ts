import type { NotificationInput, notificationInputSchema } from '@farwatch/core/contracts/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { ReactNode } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

type Fields = z.input<typeof notificationInputSchema>;

/** The form of all notification settings. */
type SettingsForm = UseFormReturn<Fields, unknown, NotificationInput>;

export type ChannelPartProps = {
  form: SettingsForm;
  stored: NotificationSettings;
  saving: boolean;
  /** Grows each time what was typed is thrown away. */
  discards: number;
  /** A test stored the settings. */
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  /** While a test runs nothing can be saved. */
  onTesting: (testing: boolean) => void;
  /** Something was chosen that the form does not hear of by itself. */
  onChosen: () => void;
};

/** A channel's part of the settings' form (docs/architecture.md, Seams): its sections, and its fields' names. */
export type ChannelForm = {
  Part: (props: ChannelPartProps) => ReactNode;
  fields: readonly FieldPath<Fields>[];
};
