import { Box, Button, chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { TextField } from './text-field.tsx';

/** The first and the last day, YYYY-MM-DD; '' while a field is empty. */
export type Days = { from: string; to: string };

type Props = {
  texts: { label: string; from: string; to: string; show: string };
  /** The days that the fields start with. */
  days: Days;
  /** Whether these were shown already, so that a problem is named at once. */
  areShown: boolean;
  min: string;
  max: string;
  /** Returns the error of the days; null if they are valid. */
  problemOf: (days: Days) => { field: keyof Days; text: string } | null;
  onShow: (days: Days) => void;
};

/** Two days to show everything from the first to the last. Errors are shown next to the field, once submitted. */
export function DaysForm({ texts, days, areShown, min, max, problemOf, onShow }: Props) {
  const [entered, setEntered] = useState(days);
  const [isSubmitted, setSubmitted] = useState(areShown);
  const problem = isSubmitted ? problemOf(entered) : null;

  function show(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (problemOf(entered) === null) onShow(entered);
  }

  const field = (name: keyof Days) => (
    <Box flex={{ base: '1 1 136px', sm: '0 0 176px' }}>
      <TextField
        type="date"
        label={texts[name]}
        value={entered[name]}
        min={min}
        max={max}
        required
        {...(problem?.field === name && { error: problem.text })}
        onChange={(event) => setEntered({ ...entered, [name]: event.target.value })}
      />
    </Box>
  );
  return (
    <chakra.form
      aria-label={texts.label}
      display="flex"
      flexWrap="wrap"
      alignItems="flex-start"
      gap="3"
      noValidate
      onSubmit={show}
    >
      {field('from')}
      {field('to')}
      {/* In line with the fields, below their labels. */}
      <Button
        type="submit"
        variant="outline"
        flex={{ base: '1 1 100%', sm: '0 0 auto' }}
        mt={{ base: '0', sm: '26px' }}
        h={{ sm: '10' }}
      >
        {texts.show}
      </Button>
    </chakra.form>
  );
}
