import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointSchema } from '@farwatch/core/documents/endpoint';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { findSlowProblem } from '@farwatch/core/values/slow';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { deciderOf } from '@farwatch/core/values/url';
import { type KeyboardEventHandler, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMonitors } from '../../../lib/live/account.ts';
import { useDocument } from '../../../lib/live/firestore-listeners.ts';

type Props = {
  entry: EndpointContent;
  isInvalid: boolean;
  onChange: (change: Partial<EndpointContent>) => void;
  onKeyDown: KeyboardEventHandler;
};

const MODES = ['none', 'auto', 'ms'] as const;
type Mode = (typeof MODES)[number];

/** What is offered first when a time is chosen: a run of a job takes longer than a response. */
const FIRST_MS = { ofResponses: SECOND_MS, ofRuns: MINUTE_MS };

/** Edits above which response time, or run time of a job, an endpoint is slow. Nothing for types without one. */
export default function SlowField({ entry, isInvalid, onChange, onKeyDown }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { slowMs, url } = entry;
  const isPinged = deciderOf(url) === 'pings';
  const hasTimes = findSlowProblem({ url, slowMs: 1 }) === null;
  const mode: Mode = slowMs === null ? 'none' : slowMs === 'auto' ? 'auto' : 'ms';
  const choose = (next: Mode) =>
    onChange({
      slowMs: { none: null, auto: 'auto' as const, ms: isPinged ? FIRST_MS.ofRuns : FIRST_MS.ofResponses }[next],
    });
  if (!hasTimes && slowMs === null) return null;
  const offered = MODES.filter((each) => each === mode || findSlowProblem({ url, slowMs: exampleOf(each) }) === null);
  return (
    <div data-slow="">
      <label htmlFor={`${id}mode`}>
        {t('slow.field.label')}
        <select
          id={`${id}mode`}
          data-field="slowMs"
          aria-describedby={`${id}hint`}
          aria-invalid={isInvalid && mode !== 'ms'}
          value={mode}
          onKeyDown={onKeyDown}
          onChange={(event) => choose(MODES.find((each) => each === event.currentTarget.value) ?? 'none')}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {t(`slow.field.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {mode === 'ms' && (
        <label htmlFor={`${id}ms`}>
          {t('slow.field.msLabel')}
          <input
            id={`${id}ms`}
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}hint`}
            aria-invalid={isInvalid}
            value={slowMs === 0 ? '' : String(slowMs)}
            onKeyDown={onKeyDown}
            onChange={(event) => onChange({ slowMs: msIn(event.currentTarget.value) })}
          />
        </label>
      )}
      <p id={`${id}hint`} data-note="">
        {t(!hasTimes ? 'slow.field.domain' : isPinged ? 'slow.field.pingsHint' : 'slow.field.hint')}
        {mode === 'auto' && <AutoHint id={entry.id} />}
      </p>
    </div>
  );
}

function exampleOf(mode: Mode) {
  return { none: null, auto: 'auto' as const, ms: SECOND_MS }[mode];
}

/** The digits of a text as a number, 0 for none, which is refused. */
function msIn(text: string): number {
  return Number(text.replaceAll(/\D/g, '').slice(0, 9));
}

/** Explains the automatic limit, with its values where they are known. */
function AutoHint({ id }: { id: string }) {
  const { t } = useTranslation();
  const isStored = useMonitors().data?.items.some(({ endpoints }) => Object.hasOwn(endpoints, id)) === true;
  return (
    <>
      <br />
      {t('slow.field.autoHint')}
      {isStored && <KnownLimits id={id} />}
    </>
  );
}

function KnownLimits({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useDocument('endpoints', id, endpointSchema);
  if (!data) return null;
  const known = LOCATION_CODES.flatMap((code) => {
    const limit = data.slowLimits[code];
    const location = t(`locations.${code}`);
    return limit === undefined ? [] : [t('slow.atWithoutLimit', { location, ms: limit.toLocaleString('en') })];
  });
  return (
    <>
      <br />
      {known.length > 0 ? t('slow.field.limits', { limits: known.join(', ') }) : t('slow.field.noLimits')}
    </>
  );
}
