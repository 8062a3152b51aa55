import { chakra, Flex, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/form/choice.tsx';
import { CHECK_TYPE_NAMES, typedCheckType, withCheckType } from './with-check-type.ts';

type Props = {
  /** What is typed so far. */
  url: string;
  /** Names the row if there are several. */
  row?: number | undefined;
  onChange: (url: string) => void;
};

/** Shows the check type of what is typed, with what it does, and changes it by setting the scheme. */
export function CheckTypePicker({ url, row, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const type = typedCheckType(url);
  const options = CHECK_TYPE_NAMES.map((value) => ({ value, label: t(`form.types.${value}.name`) }));
  return (
    <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
      <chakra.label htmlFor={id} fontWeight="medium">
        {row === undefined ? t('form.checkType') : t('form.checkTypeOf', { row })}
      </chakra.label>
      <Choice
        id={id}
        aria-describedby={`${id}-text`}
        value={type ?? ''}
        options={type === null ? [{ value: '' as const, label: t('form.unknownType') }, ...options] : options}
        onChoose={(name) => name !== '' && onChange(withCheckType(url, name))}
      />
      <Text id={`${id}-text`} textStyle="sm" color="text.muted" flex={{ base: '1 1 100%', sm: '1 1 240px' }}>
        {type && t(`form.types.${type}.text`)}
      </Text>
    </Flex>
  );
}
