import { Box, Button, chakra, Flex, Text, Textarea } from '@chakra-ui/react';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import { type Assertion, assertionSchema } from '@farwatch/core/values/http-check/assertion';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Json, type JsonSegments, jsonPathOf, leafText, readJson } from './json-path.ts';

type Props = {
  answer: Pick<CheckAnswer, 'body' | 'isCut'>;
  /** Adds an assertion. */
  onAssert?: (assertion: Assertion) => void;
};

/** The beginning of the body: as a tree of values if it is JSON, and as text. Either can become an assertion. */
export function ReceivedBody({ answer: { body, isCut }, onAssert }: Props) {
  const { t } = useTranslation();
  const json = onAssert ? readJson(body, isCut) : null;
  const [showsText, setShowsText] = useState(false);
  if (body === '') return <Text color="text.muted">{t('check.trial.noBody')}</Text>;
  return (
    <Flex direction="column" gap="2" minW="0">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <chakra.h4 fontWeight="medium">{t(isCut ? 'check.trial.bodyCut' : 'check.trial.body')}</chakra.h4>
        {json !== null && (
          <Button variant="plain" size="sm" px="0" color="accent" onClick={() => setShowsText(!showsText)}>
            {t(showsText ? 'check.trial.asTree' : 'check.trial.asText')}
          </Button>
        )}
      </Flex>
      {!onAssert ? (
        <ReceivedText text={body} />
      ) : json !== null && !showsText ? (
        <>
          <Text textStyle="sm" color="text.muted">
            {t('check.trial.treeHint')}
          </Text>
          <Box borderWidth="1px" borderRadius="l2" p="3" maxH="80" overflow="auto" fontFamily="mono" textStyle="sm">
            <JsonNode value={json} segments={[]} onAssert={onAssert} />
          </Box>
        </>
      ) : (
        <SelectableText text={body} onAssert={onAssert} />
      )}
    </Flex>
  );
}

/** Text as it came. */
function ReceivedText({ text }: { text: string }) {
  return (
    <chakra.pre borderWidth="1px" borderRadius="l2" p="3" maxH="80" overflow="auto" fontFamily="mono" textStyle="sm">
      {text}
    </chakra.pre>
  );
}

type OnAssert = NonNullable<Props['onAssert']>;

/** Text of which a part can be selected, by keys too. */
function SelectableText({ text, onAssert }: { text: string; onAssert: OnAssert }) {
  const { t } = useTranslation();
  const hintId = useId();
  const [selected, setSelected] = useState('');
  const assertion = validAssertion({ source: 'body', op: 'contains', value: selected });
  return (
    <>
      <Text id={hintId} textStyle="sm" color="text.muted">
        {t('check.trial.textHint')}
      </Text>
      <Textarea
        readOnly
        rows={8}
        fontFamily="mono"
        textStyle="sm"
        aria-label={t('check.trial.body')}
        aria-describedby={hintId}
        value={text}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          setSelected(value.slice(selectionStart, selectionEnd))
        }
      />
      <Button
        alignSelf="flex-start"
        variant="outline"
        borderColor="edge"
        disabled={assertion === null}
        onClick={() => assertion && onAssert(assertion)}
      >
        {t('check.trial.mustContain')}
      </Button>
    </>
  );
}

type NodeProps = { value: Json; segments: JsonSegments; onAssert: OnAssert };

/** A JSON value: its members, or a button that makes an assertion of it. */
function JsonNode({ value, segments, onAssert }: NodeProps) {
  const { t } = useTranslation();
  const text = leafText(value);
  if (text !== null) {
    const path = jsonPathOf(segments);
    const assertion = validAssertion({ source: 'json', path, op: 'equals', value: text });
    const shown = JSON.stringify(value);
    if (assertion === null) return <span>{shown}</span>;
    return (
      <chakra.button
        type="button"
        px="1"
        minH={{ base: '8', sm: '6' }}
        textAlign="start"
        color="accent"
        cursor="pointer"
        borderRadius="l1"
        overflowWrap="anywhere"
        focusVisibleRing="outside"
        _hover={{ bg: 'accent.subtle' }}
        title={path}
        aria-label={t('check.trial.expectValue', { path, value: text })}
        onClick={() => onAssert(assertion)}
      >
        {shown}
      </chakra.button>
    );
  }
  const members: [string | number, Json][] = Array.isArray(value)
    ? value.map((each: Json, index): [number, Json] => [index, each])
    : Object.entries(value ?? {});
  if (members.length === 0) return <span>{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <Box as="ul" listStyleType="none" ps={segments.length === 0 ? '0' : '4'}>
      {members.map(([name, each]) => (
        <li key={name}>
          <chakra.span color="text.muted">{name}: </chakra.span>
          <JsonNode value={each} segments={[...segments, name]} onAssert={onAssert} />
        </li>
      ))}
    </Box>
  );
}

/** The assertion if it can be saved; null if its path or its value is too long, or empty. */
function validAssertion(assertion: Assertion): Assertion | null {
  return assertionSchema.safeParse(assertion).data ?? null;
}
