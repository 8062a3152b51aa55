import { Box, Flex } from '@chakra-ui/react';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { LIMITS } from '@farwatch/core/values/limits';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/form/text-field.tsx';
import { IncidentActions } from '../../components/incidents/incident-actions.tsx';
import { useActing } from '../../components/incidents/use-acting.ts';
import { hasStoredSession } from '../../lib/session/load-auth.ts';
import { actThroughLink, rememberedName } from './act-through-link.ts';
import type { ShownIncident } from './shown-incident.ts';
import { deadLinkOf } from './use-shared-incident.ts';

type Props = {
  token: string;
  incident: ShownIncident;
  onActed: (incident: ShownIncident) => void;
  /** The link has ended meanwhile. */
  onDead: () => void;
  /** The page for the incident as it is after the action. */
  children: (incident: ShownIncident) => ReactNode;
};

/** The page of a link with what can be done there, which sticks to its foot. A signed-in user has a name. */
export function LinkActions({ token, incident, onActed, onDead, children }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(rememberedName);
  const [isSignedIn] = useState(hasStoredSession);
  const by = { name: name.trim(), channelName: '' };
  async function send(request: ActionRequest): Promise<void> {
    try {
      onActed(await actThroughLink(token, name, request));
    } catch (failure) {
      if (deadLinkOf(failure)) onDead();
      throw failure;
    }
  }
  const { shown, ...acting } = useActing(incident, by, send);
  const current = shown ?? incident;
  return (
    <>
      {children(current)}
      {current.status === 'active' && (
        <Box {...FOOT}>
          <Flex direction="column" gap="3">
            {!isSignedIn && (
              <TextField
                label={t('sharedIncident.name')}
                placeholder={t('sharedIncident.nameHint')}
                autoComplete="name"
                maxLength={LIMITS.personLength}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
            <IncidentActions incident={current} acting={acting} canNote={false} />
          </Flex>
        </Box>
      )}
    </>
  );
}

/** Within the panel's padding; above the content that scrolls below it. */
const FOOT = {
  position: 'sticky',
  bottom: '0',
  mx: { base: '-4', sm: '-8' },
  mt: '6',
  mb: { base: '-4', sm: '-8' },
  px: { base: '4', sm: '8' },
  py: { base: '3', sm: '4' },
  bg: 'surface.raised',
  borderTopWidth: '1px',
  borderBottomRadius: 'l3',
} as const;
